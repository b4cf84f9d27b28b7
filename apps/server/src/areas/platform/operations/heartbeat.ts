/** A process with the worker's role says that it lives. Time is the database's. */
import { sql } from 'kysely';
import type { Context } from '../../../context.ts';

/** So long the page tells that there was one. */
const FORGOTTEN_AFTER = "interval '1 day'";

export async function beat({ database: { db }, processId }: Context): Promise<void> {
  await sql`
    with gone as (
      delete from worker_process
      where process_id <> ${processId} and seen_at < now() - ${sql.raw(FORGOTTEN_AFTER)})
    insert into worker_process (process_id, started_at, seen_at)
    values (${processId}, now(), now())
    on conflict (process_id) do update set seen_at = now()`.execute(db);
}
