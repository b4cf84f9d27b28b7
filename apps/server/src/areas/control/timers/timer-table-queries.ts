/** Rows of `timer_table`: timers that a device must store and those it reported as stored. */
import type { HeldTimer, TableState } from '@busbar/domain/timer/timer-holder';
import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import { jsonb } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import { databaseTime } from '../../shared/database-time-queries.ts';
import { isTimerInProjectScope } from '../../shared/project-timer-scope-queries.ts';
import type { TableKey } from '../../shared/table-writers/timer-table-change-queries.ts';

/** Enabled timers of a device and, for a gateway, of its active slaves; without sun timers. */
export async function timersToHold(
  executor: Executor,
  { customerId, linkId }: TableKey,
): Promise<HeldTimer[]> {
  const { rows } = await sql<{
    id: number;
    address: number | null;
    days: number;
    at: string;
    to: HeldTimer['to'];
  }>`
    select t.timer_id as id, d.slave_address as address, t.days, t.clock_time as at,
      t.switch_order as to
    from timer t join device d on d.customer_id = t.customer_id and d.device_id = t.device_id
    where t.customer_id = ${customerId} and t.enabled and t.sun is null and d.deleted_at is null
      and (d.device_id = ${linkId} or d.gateway_id = ${linkId})
      and ${isTimerInProjectScope(customerId)}
    order by t.timer_id`.execute(executor);
  return rows.map(({ address, ...timer }) => (address === null ? timer : { ...timer, address }));
}

/** Delay before a table without a reply is sent again. */
const AGAIN_AFTER = sql`interval '15 seconds'`;

/**
 * A device that reconnects may have lost its table, so the table is sent again, unless the device
 * reported it less than this time ago.
 */
const TRUSTED_FOR = sql`interval '1 hour'`;

/** Condition on a table `h` and its device's state `s`: the table must be sent, maybe delayed. */
const isWanted = (ctx: Context) => sql`
  (h.state = 'waiting' or (h.state = 'same' and s.connected_at > h.held_at
    and h.tried_at < s.connected_at and h.held_at < ${databaseTime(ctx)} - ${TRUSTED_FOR}))`;

const waits = (ctx: Context) => sql`${isWanted(ctx)}
  and not exists (
    select 1 from command c where c.customer_id = h.customer_id and c.device_id = h.device_id
      and c.kind = 'timers' and c.state in ('queued', 'sent', 'acknowledged'))`;

/** Returns the tables to send to connected devices now. */
export async function waitingTables(ctx: Context): Promise<TableKey[]> {
  const { rows } = await sql<{ customer_id: number; device_id: number }>`
    select h.customer_id, h.device_id from timer_table h
    join device_state s on s.customer_id = h.customer_id and s.device_id = h.device_id
    where s.connected and ${waits(ctx)}
      and (h.tried_at is null or h.tried_at < ${databaseTime(ctx)} - ${AGAIN_AFTER})
    order by h.tried_at nulls first limit 200`.execute(ctx.database.db);
  return rows.map((row) => ({ customerId: row.customer_id, linkId: row.device_id }));
}

/** Returns true if a table of a connected device waits for the end of a delay or of a command. */
export async function isTableWaiting(ctx: Context): Promise<boolean> {
  const { rows } = await sql`
    select 1 from timer_table h
    join device_state s on s.customer_id = h.customer_id and s.device_id = h.device_id
    where s.connected and ${isWanted(ctx)} limit 1`.execute(ctx.database.db);
  return rows.length > 0;
}

export interface LockedTable {
  readonly version: number;
  readonly groupId: number;
}

/**
 * Locks a pending table; returns undefined if another process has locked it, if it need not be
 * sent, or if the device is deleted.
 */
export async function lockWaitingTable(
  ctx: Context,
  trx: Executor,
  { customerId, linkId }: TableKey,
): Promise<LockedTable | undefined> {
  const { rows } = await sql<LockedTable>`
    select h.wanted_version as version, d.group_id as "groupId" from timer_table h
    join device d on d.customer_id = h.customer_id and d.device_id = h.device_id
      and d.deleted_at is null
    join device_state s on s.customer_id = h.customer_id and s.device_id = h.device_id
    where h.customer_id = ${customerId} and h.device_id = ${linkId} and ${waits(ctx)}
    for update of h skip locked`.execute(trx);
  return rows[0];
}

export async function tableTried(
  ctx: Context,
  trx: Executor,
  { customerId, linkId }: TableKey,
): Promise<void> {
  await sql`
    update timer_table set tried_at = ${databaseTime(ctx)}
    where customer_id = ${customerId} and device_id = ${linkId}`.execute(trx);
}

/**
 * Stores the device's reply for this version of the table. A table that was changed in the meantime
 * stays pending, but the reported content of the device is stored.
 */
export async function tableAnswered(
  ctx: Context,
  trx: Executor,
  { customerId, linkId }: TableKey,
  answer: {
    readonly version: number;
    readonly state: Exclude<TableState, 'waiting'>;
    readonly reason: string | null;
    /** Reported timers; undefined if the reply does not contain the table. */
    readonly held: readonly HeldTimer[] | undefined;
  },
): Promise<void> {
  const { version, state, reason, held } = answer;
  await sql`
    update timer_table set
      ${held === undefined ? sql`` : sql`held = ${jsonb(held)}, held_at = ${databaseTime(ctx)},`}
      state = case when wanted_version = ${version}::integer then ${state} else state end,
      reason = case when wanted_version = ${version}::integer then ${reason}::text else reason end
    where customer_id = ${customerId} and device_id = ${linkId}`.execute(trx);
}
