/** The lease of the process that runs the simulator, by database time. */
import { sql } from 'kysely';
import type { Database, Executor } from '../../../storage/database.ts';

/** A process that has not renewed its lease for this long loses it, s. */
export const LEASE_S = 20;

const LEASE_NUMBER = 1;

/**
 * Claims or renews the lease; returns false if another process holds it. If the database is
 * `isExclusive`, no other holder is running.
 */
export async function claimSimulation(database: Database, holder: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into simulation_lease (lease_number, holder, leased_until)
    values (${sql.lit(LEASE_NUMBER)}, ${holder}, now() + make_interval(secs => ${sql.lit(LEASE_S)}))
    on conflict (lease_number) do update
      set holder = excluded.holder, leased_until = excluded.leased_until
      where simulation_lease.holder = excluded.holder or simulation_lease.leased_until <= now()
        or ${database.isExclusive}`.execute(database.db);
  return numAffectedRows === 1n;
}

/** Releases the lease if the process holds it. */
export async function releaseSimulation(db: Executor, holder: string): Promise<void> {
  await sql`delete from simulation_lease where holder = ${holder}`.execute(db);
}
