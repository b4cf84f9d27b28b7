/** Platform health (docs/promises.md O9) for its administrator: only numbers, no customer data. */
import { Type } from 'typebox';
import { defineCalls } from '../../call.ts';
import { Nullable } from '../../shapes.ts';

const Count = Type.Integer();

export const operationsCalls = defineCalls({
  'v2.operations': {
    method: 'GET',
    path: '/api/v2/operations',
    summary: 'Health of each part, queues, rejected messages, disk and version',
    who: 'operations.read',
    scope: 'platform',
    effect: 'read',
    answer: {
      data: Type.Object({
        /** Epoch ms, like all times of this response. */
        at: Type.Number(),
        parts: Type.Array(Type.Object({ part: Type.String(), state: Type.String() })),
        process: Type.Object({
          version: Type.String(),
          node: Type.String(),
          started_at: Type.Number(),
          roles: Type.Array(Type.String()),
          memory_bytes: Type.Number(),
          /** 99th percentile of the event loop delay since the start, ms. */
          stall_ms: Type.Number(),
        }),
        database: Type.Object({
          kind: Type.String(),
          answers_in_ms: Type.Number(),
          bytes: Type.Number(),
          migrations: Count,
          warnings: Type.Array(Type.String()),
        }),
        /** Disk of the data folder; null if the system does not report it. */
        disk: Nullable(Type.Object({ free_bytes: Type.Number(), total_bytes: Type.Number() })),
        /** `offline` is the number of devices that are not online, including the `late` ones. */
        devices: Type.Object({ online: Count, late: Count, offline: Count }),
        customers: Count,
        commands: Type.Object({ open: Count, unknown: Count }),
        alarms_open: Count,
        ledger_waiting: Count,
        outbox: Type.Object({ due: Count, overdue_s: Type.Number(), dead: Count }),
        forwarding: Type.Object({ waiting: Count, oldest_s: Type.Number() }),
        reports: Type.Object({ open: Count, oldest_s: Type.Number() }),
        /**
         * Number of processes seen in the last 30 s, and the age of the latest heartbeat, s; null
         * if there was none for a long time.
         */
        gateways: Type.Object({ count: Count, seen_s: Nullable(Type.Number()) }),
        workers: Type.Object({ count: Count, seen_s: Nullable(Type.Number()) }),
        /** Entries of the audit trail that are not in the hash chain yet. */
        seals: Type.Object({ waiting: Count, oldest_s: Type.Number() }),
        mail_available: Type.Boolean(),
        /** Rejected device messages of the last 24 h, by reason, most frequent first. */
        rejected: Type.Array(Type.Object({ reason: Type.String(), count: Count })),
      }),
    },
    tenantIds: [],
    example: {},
  },
});
