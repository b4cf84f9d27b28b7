/**
 * How the platform stands (docs/promises.md O9), for its administrator: numbers alone, nothing of
 * any customer.
 */
import { Type } from 'typebox';
import { defineCall } from '../call.ts';
import { Nullable } from '../shapes.ts';

const Count = Type.Integer();

export const operations = defineCall({
  name: 'v2.operations',
  version: 'v2',
  method: 'GET',
  path: '/api/v2/operations',
  summary: 'Health of each part, queues, rejected messages, disk and version',
  who: 'operations.read',
  scope: 'platform',
  effect: 'read',
  answer: {
    data: Type.Object({
      /** Epoch ms, as all times of this answer. */
      at: Type.Number(),
      parts: Type.Array(Type.Object({ part: Type.String(), state: Type.String() })),
      process: Type.Object({
        version: Type.String(),
        node: Type.String(),
        started_at: Type.Number(),
        roles: Type.Array(Type.String()),
        memory_bytes: Type.Number(),
        /** 99th percentile of how late the event loop came since the start, ms. */
        stall_ms: Type.Number(),
      }),
      database: Type.Object({
        kind: Type.String(),
        answers_in_ms: Type.Number(),
        bytes: Type.Number(),
        migrations: Count,
        warnings: Type.Array(Type.String()),
      }),
      /** Of the data folder; null where the system does not tell. */
      disk: Nullable(Type.Object({ free_bytes: Type.Number(), total_bytes: Type.Number() })),
      /** `offline`: all that are not online; `late` of them are only late. */
      devices: Type.Object({ online: Count, late: Count, offline: Count }),
      customers: Count,
      commands: Type.Object({ open: Count, unknown: Count }),
      alarms_open: Count,
      ledger_waiting: Count,
      outbox: Type.Object({ due: Count, overdue_s: Type.Number(), dead: Count }),
      forwarding: Type.Object({ waiting: Count, oldest_s: Type.Number() }),
      reports: Type.Object({ open: Count, oldest_s: Type.Number() }),
      /** Processes heard of in the last 30 s, and how long ago the last was, s; null: none in a long time. */
      gateways: Type.Object({ count: Count, seen_s: Nullable(Type.Number()) }),
      workers: Type.Object({ count: Count, seen_s: Nullable(Type.Number()) }),
      /** Entries of the audit trail that are not chained yet. */
      seals: Type.Object({ waiting: Count, oldest_s: Type.Number() }),
      mail_available: Type.Boolean(),
      /** Messages of devices that were rejected in the last 24 h, by reason, most first. */
      rejected: Type.Array(Type.Object({ reason: Type.String(), count: Count })),
    }),
  },
  tenantIds: [],
  example: {},
});
