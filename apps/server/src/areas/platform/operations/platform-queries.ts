/** State of the platform across all customers: numbers only, no data of individual customers. */
import type { CommandState } from '@busbar/domain/switch/command-state';
import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import { instant } from '../../../storage/column-types.ts';
import { PRESENCE_JOINS, presenceAt } from '../../fleet/devices/presence-queries.ts';
import { isCounted, isOfCounted } from '../../shared/counted-device-queries.ts';

/** All values are counts, unless their name indicates otherwise. */
export interface PlatformNumbers {
  readonly online: number;
  readonly late: number;
  readonly offline: number;
  /** Commands that are not completed yet. */
  readonly commandsOpen: number;
  /** Sent commands with an outcome that is not known yet. */
  readonly commandsUnknown: number;
  readonly alarmsOpen: number;
  /** Devices with registers or decisions that are not folded yet. */
  readonly ledgerWaiting: number;
  /** Age of the oldest register that is not folded, s; excludes flags set by decisions. */
  readonly ledgerBehindS: number;
  /** Energy steps too large for the breaker, excluded from bills, whose alarm has not ended. */
  readonly impossibleEnergy: number;
  readonly outboxDue: number;
  /** How long the oldest due outbox entry is overdue, s. */
  readonly outboxOverdueS: number;
  readonly outboxDead: number;
  readonly forwardWaiting: number;
  /** Age of the oldest record waiting to be forwarded, s. */
  readonly forwardOldestS: number;
  readonly reportsOpen: number;
  /** Age of the oldest open report, s. */
  readonly reportOldestS: number;
  readonly databaseBytes: number;
  /** Connections to the database server, of all databases and programs, and its limit. */
  readonly databaseConnections: number;
  readonly databaseConnectionsMax: number;
  /** Processes with the gateway role and with the worker role that were seen recently. */
  readonly gateways: number;
  readonly workers: number;
  /** Seconds since a process with the role was last seen; null if none was seen for a long time. */
  readonly gatewaySeenS: number | null;
  readonly workerSeenS: number | null;
  /** Entries of the audit trail that are not chained yet. */
  readonly sealsWaiting: number;
  /** Age of the oldest unchained entry, s. */
  readonly sealOldestS: number;
}

/** Uses the time of the database, like the rows themselves. */
const SEEN = "date_part('epoch', now() - max(seen_at))";
const ALIVE = "count(*) filter (where seen_at > now() - interval '30 seconds')::int8";

/** Age of the oldest row, s; 0 without rows. */
const age = (now: number, column: string) =>
  sql`coalesce(greatest(0, extract(epoch from ${instant(now)} - min(${sql.ref(column)}))), 0)::float8`;

/** The command `c` is for a device that counts. */
const OF_REAL = isOfCounted(sql`c.customer_id`, sql`c.device_id`);

export async function readPlatform({ database, clock }: Context): Promise<PlatformNumbers> {
  const now = clock.now();
  const { rows } = await sql<PlatformNumbers>`
    with seen as (
      select ${presenceAt(now)} as presence from device ${PRESENCE_JOINS}
      where device.deleted_at is null and ${isCounted('device')})
    select
      (select count(*) from seen where presence = 'online')::int8 as online,
      (select count(*) from seen where presence = 'late')::int8 as late,
      (select count(*) from seen where presence <> 'online')::int8 as offline,
      (select count(*) from command c
        where state in ('queued', 'sent', 'acknowledged', 'unknown') and ${OF_REAL})::int8 as "commandsOpen",
      (select count(*) from command c where state = 'unknown' and ${OF_REAL})::int8 as "commandsUnknown",
      (select count(*) from alarm a where ended_at is null and deleted_at is null
        and ${isOfCounted(sql`a.customer_id`, sql`a.device_id`)})::int8
        as "alarmsOpen",
      (select count(distinct (customer_id, device_id)) from (
        select customer_id, device_id from energy_dirty
        union all select customer_id, device_id from energy_work) marked)::int8
        as "ledgerWaiting",
      marked.oldest as "ledgerBehindS",
      (select coalesce(sum(count), 0) from alarm
        where alarm_type = 'impossibleEnergy' and ended_at is null and deleted_at is null)::int8
        as "impossibleEnergy",
      due.waiting as "outboxDue", due.overdue as "outboxOverdueS",
      (select count(*) from outbox where state = 'dead')::int8 as "outboxDead",
      forwarded.waiting as "forwardWaiting", forwarded.oldest as "forwardOldestS",
      reported.waiting as "reportsOpen", reported.oldest as "reportOldestS",
      gateway.alive as gateways, gateway.seen as "gatewaySeenS",
      worker.alive as workers, worker.seen as "workerSeenS",
      (select count(*) from audit_unsealed)::int8 as "sealsWaiting",
      coalesce((select greatest(0, extract(epoch from ${instant(now)} - logged_at))
        from audit_entry where (customer_id, audit_entry_id) = (
          select customer_id, audit_entry_id from audit_unsealed
          order by audit_entry_id limit 1)), 0)::float8 as "sealOldestS",
      pg_database_size(current_database())::int8 as "databaseBytes",
      (select sum(numbackends) from pg_stat_database)::int8 as "databaseConnections",
      current_setting('max_connections')::int8 as "databaseConnectionsMax"
    from (select ${sql.raw(ALIVE)} as alive, ${sql.raw(SEEN)} as seen from gateway_process) gateway,
      (select ${sql.raw(ALIVE)} as alive, ${sql.raw(SEEN)} as seen from worker_process) worker, (
      select ${age(now, 'from_ts')} as oldest from (
        select from_ts from energy_dirty where isfinite(from_ts) and not of_decision
        union all select from_ts from energy_work where isfinite(from_ts)) marks) marked,
      (select count(*)::int8 as waiting, ${age(now, 'due_at')} as overdue
      from outbox where state in ('waiting', 'taken') and due_at <= ${instant(now)}) due,
      (select count(*)::int8 as waiting, ${age(now, 'queued_at')} as oldest
        from forward_queue) forwarded,
      (select count(*)::int8 as waiting, ${age(now, 'created_at')} as oldest
        from report_task where state in ('waiting', 'running')) reported`.execute(database.db);
  return rows[0]!;
}

const RECENT_MS = 15 * 60_000;

/** Number of the commands that were submitted in the last 15 minutes, by their present state. */
export async function countRecentCommands({
  database,
  clock,
}: Context): Promise<ReadonlyMap<CommandState, number>> {
  // The join lets each customer's index of recent commands be used.
  const { rows } = await sql<{ state: CommandState; count: number }>`
    select c.state, count(*)::int8 as count
    from customer join command c using (customer_id)
    where c.created_at > ${instant(clock.now() - RECENT_MS)} and ${OF_REAL}
    group by c.state`.execute(database.db);
  return new Map(rows.map(({ state, count }) => [state, count]));
}
