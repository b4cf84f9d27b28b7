/** Rejected messages, for administrators (docs/decisions.md 23; device protocol, "Bad input"). */
import { Type } from 'typebox';
import { defineCalls } from '../../call.ts';
import { IdText, Nullable } from '../../shapes.ts';

export const rejectedMessageCalls = defineCalls({
  'v2.rejected-messages': {
    method: 'GET',
    path: '/api/v2/rejected-messages',
    summary: 'Rejected device messages, newest first',
    who: 'message.read',
    scope: 'own',
    effect: 'read',
    query: Type.Object({
      pn: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
      ps: Type.Optional(Type.Integer({ minimum: 1, maximum: 400 })),
      device_code: Type.Optional(IdText),
      /** Returns only this message, with its whole stored payload. */
      id: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
    }),
    answer: {
      data: Type.Object({
        list: Type.Array(
          Type.Object({
            id: Type.Number(),
            device_code: Type.String(),
            device_name: Nullable(Type.String()),
            topic: Type.String(),
            reason: Type.String(),
            detail: Type.String(),
            /**
             * The first bytes of the payload; with `id`, all stored bytes. As text if they are
             * valid text, otherwise as base64. Empty, as `detail`, for a message of a gateway or DTU
             * with a slave that the caller does not see.
             */
            payload: Type.String(),
            payload_encoding: Type.String(),
            /** Size of the received payload. */
            payload_bytes: Type.Integer(),
            /** Number of stored bytes. */
            payload_stored_bytes: Type.Integer(),
            received_at: Type.Number(),
          }),
        ),
        total: Type.Integer(),
      }),
    },
    tenantIds: [
      { at: 'query.device_code', of: 'device', miss: 'empty' },
      { at: 'query.id', of: 'rejected-message', miss: 'empty' },
    ],
    example: { query: { device_code: '{device}', id: '{rejected-message}' } },
  },
});
