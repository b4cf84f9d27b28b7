/** The line monitor of a DTU: the state of its serial line, and its last frames. */
import { Type } from 'typebox';
import { defineCalls } from '../../call.ts';
import { IdText, Nullable } from '../../shapes.ts';

const Station = { station: Type.String() };

const LineReport = Type.Object({
  /** Age of the report, ms. */
  age_ms: Type.Integer({ minimum: 0 }),
  connected_at: Type.Number(),
  last_received_at: Type.Number(),
  /** Since the DTU has connected: requests, answers, refusals, requests without an answer. */
  sent: Type.Integer(),
  answers: Type.Integer(),
  refusals: Type.Integer(),
  timeouts: Type.Integer(),
  /** Answers that could not be used. */
  incomplete: Type.Integer(),
  /** Number of received bytes that are no answer, by reason (docs/protocol/device.md). */
  discarded: Type.Array(Type.Object({ reason: Type.String(), bytes: Type.Integer() })),
  /** Stations that did not answer, and until when they are not polled. */
  left_alone: Type.Array(Type.Object({ ...Station, until: Type.Number() })),
  /** Stations that cannot be polled, with the reason. */
  faults: Type.Array(Type.Object({ ...Station, reason: Type.String() })),
  /** The newest first. */
  frames: Type.Array(
    Type.Object({
      at: Type.Number(),
      /** One of sent and received. */
      direction: Type.String(),
      /** Passwords are asterisks; null if the bytes may be a part of a frame with a password. */
      hex: Nullable(Type.String()),
      /** Kind of request or answer, as keys of texts; empty if the bytes are no frame. */
      words: Type.Array(Type.String()),
      /** One of sent, answer and refusal, or the reason why the bytes were discarded. */
      result: Type.String(),
    }),
  ),
});

export const lineMonitorCalls = defineCalls({
  'v2.serial-line.monitor': {
    method: 'GET',
    path: '/api/v2/serial-line/:device_code/monitor',
    summary: 'State and last frames of the serial line of a DTU; each call requests a new report',
    who: 'data.read',
    scope: 'own',
    effect: 'read',
    params: Type.Object({ device_code: IdText }),
    answer: {
      data: Type.Object({
        /** Null if there is no report yet. */
        report: Nullable(LineReport),
      }),
    },
    tenantIds: [{ at: 'params.device_code', of: 'device', miss: 'not-found' }],
    example: { params: { device_code: '{device}' } },
  },
});
