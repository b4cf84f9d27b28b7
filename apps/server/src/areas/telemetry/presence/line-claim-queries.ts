/**
 * The process that connects to each outgoing serial line. A process has its lines as long as its
 * heartbeat (`gateway_process`), so nothing is renewed.
 */
import { sql } from 'kysely';
import { LOCKS } from '../../../storage/advisory-locks.ts';
import type { Database, Executor } from '../../../storage/database.ts';
import type { OutgoingLine } from '../../fleet/serial-lines/outgoing-line-queries.ts';
import { PROCESS_DEAD_AFTER_S } from './process-queries.ts';

/** Claims the lines without a process, and returns all that this process has. */
export async function claimOutgoingLines(
  database: Database,
  processId: string,
): Promise<OutgoingLine[]> {
  const lines = await findOutgoingLines(database.db, processId);
  if (lines.every(({ isOwn }) => isOwn)) return lines;
  return database.transaction(async (trx) => {
    // A process that began after the snapshot of this statement would look like a dead one.
    await sql`select pg_advisory_xact_lock(${LOCKS.outgoingLines}::bigint)`.execute(trx);
    await sql`update outgoing_line o set process = ${processId} where ${IS_FREE}`.execute(trx);
    return (await findOutgoingLines(trx, processId)).filter(({ isOwn }) => isOwn);
  });
}

const IS_FREE = sql<boolean>`not exists (select 1 from gateway_process p
  where p.process_id = o.process
    and p.seen_at >= now() - make_interval(secs => ${sql.lit(PROCESS_DEAD_AFTER_S)}))`;

/** Lines of this process and lines without one. */
async function findOutgoingLines(
  executor: Executor,
  processId: string,
): Promise<(OutgoingLine & { readonly isOwn: boolean })[]> {
  const { rows } = await sql<OutgoingLine & { readonly isOwn: boolean }>`
    select o.customer_id as "customerId", o.device_id as "deviceId",
      d.device_code as "deviceCode", o.transport, o.host, o.port,
      o.process is not distinct from ${processId} as "isOwn"
    from outgoing_line o
    join device d on d.customer_id = o.customer_id and d.device_id = o.device_id
      and d.deleted_at is null
    where o.process = ${processId} or ${IS_FREE}`.execute(executor);
  return rows;
}
