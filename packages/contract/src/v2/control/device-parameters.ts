/** Last reported protection parameters, in addition to the calls of docs/specification/calls.md. */
import { Type } from 'typebox';
import { defineCalls } from '../../call.ts';
import { IdText, Nullable } from '../../shapes.ts';

const LastCommand = Type.Object({
  command_id: Type.String(),
  state: Type.String(),
  reason: Nullable(Type.String()),
  msg: Nullable(Type.String()),
  /** Time at which the command entered that state, ms. */
  ts: Type.Number(),
});

export const deviceParameterCalls = defineCalls({
  'v2.device.parameters': {
    method: 'GET',
    path: '/api/v2/device/parameters',
    summary:
      'Last known parameters of a device, their age, and where the last read and write stand',
    who: 'data.read',
    scope: 'own',
    effect: 'read',
    query: Type.Object({ device_code: IdText }),
    answer: {
      data: Type.Object({
        device_code: Type.String(),
        device_name: Type.String(),
        presence: Type.String(),
        /** Nameplate values, if reported by the device: they determine the parameter limits. */
        rated_vol: Nullable(Type.Number()),
        rated_cur: Nullable(Type.Number()),
        sets: Type.Array(
          Type.Object({
            set: Type.String(),
            msg_type: Type.String(),
            /** Under wire names, as text; null if the device has never reported them. */
            values: Nullable(Type.Record(Type.String(), Type.Unknown())),
            /** Time at which the device reported them, ms. */
            ts: Nullable(Type.Number()),
            /**
             * Keyed by wire name: true if the value equals the last one written from the platform;
             * null if it was not read since.
             */
            verified: Nullable(Type.Record(Type.String(), Type.Boolean())),
            last_read: Nullable(LastCommand),
            last_write: Nullable(LastCommand),
          }),
        ),
      }),
    },
    tenantIds: [{ at: 'query.device_code', of: 'device', miss: 'not-found' }],
    example: { query: { device_code: '{device}' } },
  },
});
