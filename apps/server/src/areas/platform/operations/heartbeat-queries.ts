/** Heartbeat of a process with the worker role. Uses the time of the database. */
import { sql } from 'kysely';
import type { Context } from '../../../context.ts';

/** A process without a heartbeat is still shown on the platform page for this long. */
const PURGED_AFTER = "interval '1 day'";

export async function recordHeartbeat({ database: { db }, processId }: Context): Promise<void> {
  await sql`
    with gone as (
      delete from worker_process
      where process_id <> ${processId} and seen_at < now() - ${sql.raw(PURGED_AFTER)})
    insert into worker_process (process_id, started_at, seen_at)
    values (${processId}, now(), now())
    on conflict (process_id) do update set seen_at = excluded.seen_at`.execute(db);
}
