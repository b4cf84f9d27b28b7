/**
 * Rows that are purged by age: some rows of a customer in one statement, together with their
 * dependent rows. In SQL, $1 is the customer and $2 the instant before which rows are old.
 */

import type { Retention } from '../../../config/retention.ts';
import type { Database } from '../../../storage/database.ts';
import { PURGE_AUDIT, purgeAuditOnNodes } from './audit-purge-queries.ts';
import { ROWS_AT_ONCE } from './rows-at-once.ts';

export interface Kind {
  readonly table: string;
  readonly keep: keyof Retention;
  /** Deletes at most `ROWS_AT_ONCE` rows and returns one row for each. */
  readonly statement: string;
  /** The same on Citus, if it cannot plan the statement; returns the number of deleted rows. */
  readonly onNodes?: (database: Database, customerId: number, before: number) => Promise<number>;
}

interface Parts {
  readonly id: string;
  readonly tables: readonly string[];
}

const NO_PARTS: Parts = { id: '', tables: [] };

/** `over`: condition that restricts the purge to completed rows. */
function byAge(
  keep: Kind['keep'],
  table: string,
  at: string,
  over = 'true',
  parts: Parts = NO_PARTS,
): Kind {
  const old = `select ctid from ${table} where customer_id = $1 and ${at} < $2 and ${over}
    limit ${ROWS_AT_ONCE}`;
  return { table, keep, statement: deletion(table, old, parts) };
}

/** For a table without an index on time: ordering by id is equivalent to ordering by age. */
function byArrival(keep: Kind['keep'], table: string, at: string, id = `${table}_id`): Kind {
  const old = `select row from (select ctid as row, ${at} as at from ${table}
    where customer_id = $1 order by ${id} limit ${ROWS_AT_ONCE}) oldest where at < $2`;
  return { table, keep, statement: deletion(table, old, NO_PARTS) };
}

function deletion(table: string, old: string, { id, tables }: Parts): string {
  const rows = `delete from ${table} where customer_id = $1 and ctid = any(array(${old}))`;
  if (tables.length === 0) return `${rows} returning 1`;
  const parts = tables.map(
    (part) => `, of_${part} as (delete from ${part} p using gone
      where p.customer_id = $1 and p.${id} = gone.${id})`,
  );
  return `with gone as (${rows} returning ${id}) ${parts.join('')} select 1 from gone`;
}

const ENDED = "state in ('confirmed', 'rejected', 'expired', 'cancelled')";

export const KINDS: readonly Kind[] = [
  byArrival('rejected', 'rejected_message', 'received_at'),
  byAge('rejected', 'reading_conflict', 'received_at'),
  byAge('rejected', 'clock_error', 'ts'),
  byArrival('events', 'switch_event', 'received_at'),
  byArrival('events', 'device_alarm_event', 'received_at'),
  byAge('events', 'alarm', 'opened_at', 'ended_at < $2'),
  // Months and years are retained, because alarm statistics cover all time.
  byAge('events', 'alarm_group_sum', 'start_day', "period = 'day'"),
  byAge('events', 'alarm_device_sum', 'start_day', "period = 'day'"),
  byAge('events', 'alarm_window', 'ends_at'),
  byArrival('events', 'tower_event', 'at'),
  byAge('events', 'tower_outage', 'began_at', 'ended_at < $2'),
  // A command with an unknown outcome is retained until the outcome is known.
  byAge('commands', 'command', 'created_at', ENDED, {
    id: 'command_id',
    tables: ['command_transition', 'console_frame'],
  }),
  byAge('commands', 'group_order', 'created_at', 'ended_at < $2', {
    id: 'group_order_id',
    tables: ['group_order_device'],
  }),
  byAge('commands', 'template_run', 'created_at', 'ended_at < $2', {
    id: 'run_id',
    tables: ['template_step'],
  }),
  // Purged in whole spans, by the only function permitted to do so, with an audit event.
  {
    table: 'audit_entry',
    keep: 'operationLog',
    statement: PURGE_AUDIT,
    onNodes: purgeAuditOnNodes,
  },
  byArrival('notifications', 'notification', 'at'),
  // A notice of an open alarm is needed for its end; after that it only serves to enforce the
  // interval since its last message.
  byAge(
    'notifications',
    'notice',
    "coalesce(greatest(told_at, shown_at), '-infinity')",
    `due_at is null and not exists (
      select 1 from alarm a where a.customer_id = $1 and a.customer_id = notice.customer_id
        and a.alarm_id = notice.alarm_id and (a.ended_at is null or a.ended_at >= $2))`,
  ),
  // Undelivered records of a receiver that was unreachable for that long, or was disabled.
  byArrival('forwarding', 'forward_queue', 'queued_at', 'forward_id'),
  byAge('forwarding', 'outbox', 'done_at', "state = 'dead'"),
];
