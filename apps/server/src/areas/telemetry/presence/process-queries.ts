/** Processes with device connections, and connections of dead processes. Uses database time. */
import type { WentCause } from '@busbar/domain/device/connection-cause';
import { sql } from 'kysely';
import type { Executor } from '../../../storage/database.ts';

/** Holder of connections at an external broker, which outlive this process. */
export const EXTERNAL_BROKER = 'external-broker';

/** Time without renewal after which a process counts as dead. */
export const PROCESS_DEAD_AFTER_S = 30;

/** Seconds since the last renewal; undefined if the process has no row. */
export async function silenceOf(
  executor: Executor,
  processId: string,
): Promise<number | undefined> {
  const { rows } = await sql<{ silentS: number }>`
    select extract(epoch from now() - seen_at)::float8 as "silentS"
    from gateway_process where process_id = ${processId}`.execute(executor);
  return rows[0]?.silentS;
}

export async function renewProcess(executor: Executor, processId: string): Promise<void> {
  await sql`insert into gateway_process (process_id, started_at, seen_at)
    values (${processId}, now(), now())
    on conflict (process_id) do update set seen_at = excluded.seen_at`.execute(executor);
}

export async function removeProcess(executor: Executor, processId: string): Promise<void> {
  await sql`delete from gateway_process where process_id = ${processId}`.execute(executor);
}

export interface EndedLink {
  readonly customerId: number;
  readonly deviceId: number;
}

/**
 * Ends the connections of dead processes and deletes their rows. With `isExclusive` (see
 * `Database`) every process except `processId` is dead.
 */
export async function endLinksOfTheDead(
  executor: Executor,
  processId: string,
  isExclusive: boolean,
): Promise<EndedLink[]> {
  const dead = isExclusive
    ? sql`process_id <> ${processId}`
    : sql`seen_at < now() - make_interval(secs => ${sql.lit(PROCESS_DEAD_AFTER_S)})`;
  await sql`delete from gateway_process where ${dead} and process_id <> ${processId}`.execute(
    executor,
  );
  const { rows } = await sql<EndedLink>`
    with ended as (
      update device_state set connected = false
      where connected and link_process is distinct from ${EXTERNAL_BROKER}
        and not exists (
          select 1 from gateway_process p where p.process_id = device_state.link_process)
      returning customer_id, device_id
    ), logged as (
      insert into device_connection (customer_id, device_id, at, connected, cause)
      select customer_id, device_id, now(), false, ${'server-lost' satisfies WentCause}
      from ended
    )
    select customer_id as "customerId", device_id as "deviceId" from ended`.execute(executor);
  return rows;
}
