/** Queries that find out which keys the running processes have. */
import { sql } from 'kysely';
import { PAIR_LOCKS } from '../../../../storage/advisory-locks.ts';
import type { Executor } from '../../../../storage/database.ts';

export interface ProcessKeys {
  readonly readable: readonly number[];
  readonly sealing: number | null;
}

/** Returns the numbers of the keys of each running process (`keyNumber`). */
export async function listProcessKeys(db: Executor): Promise<ProcessKeys[]> {
  const { rows } = await sql<ProcessKeys>`
    select
      coalesce(array_agg(objid::int8::int4)
        filter (where classid::int8 = ${PAIR_LOCKS.readableKey}), '{}') as readable,
      min(objid::int8::int4) filter (where classid::int8 = ${PAIR_LOCKS.sealingKey}) as sealing
    from pg_locks
    where locktype = 'advisory' and objsubid = 2 and granted
      and database = (select oid from pg_database where datname = current_database())
      and classid::int8 in (${PAIR_LOCKS.readableKey}, ${PAIR_LOCKS.sealingKey})
    group by pid`.execute(db);
  return rows;
}

/** Signing out at a provider works without the ID token, but not with one that cannot be read. */
export async function deleteIdTokens(trx: Executor): Promise<void> {
  await sql`update session set id_token = null where id_token is not null`.execute(trx);
  await sql`update sign_in_challenge set id_token = null where id_token is not null`.execute(trx);
}

/** Returns the number of gateways and workers that were active in the last 30 seconds. */
export async function countActiveProcesses(db: Executor): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int4 as count from (
      select process_id from gateway_process where seen_at > now() - interval '30 seconds'
      union select process_id from worker_process
        where seen_at > now() - interval '30 seconds') active`.execute(db);
  return rows[0]!.count;
}
