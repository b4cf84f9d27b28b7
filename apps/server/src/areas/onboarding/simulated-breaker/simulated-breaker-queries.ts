/** Queries on the simulated breakers: of one customer, and of the installation. */
import { sql } from 'kysely';
import type { Executor } from '../../../storage/database.ts';

/** Max number of simulated breakers of the installation: one program runs them all. */
export const MAX_SIMULATED = 200;

export interface SimulatedBreaker {
  readonly deviceId: number;
  readonly deviceCode: string;
  /** Group ids from the root to its group. */
  readonly groupPath: readonly number[];
}

/** A customer has at most one. */
export async function findSimulatedBreaker(
  db: Executor,
  customerId: number,
): Promise<SimulatedBreaker | undefined> {
  return db
    .selectFrom('device as d')
    .innerJoin('user_group as g', (join) =>
      join.onRef('g.customer_id', '=', 'd.customer_id').onRef('g.group_id', '=', 'd.group_id'),
    )
    .select(['d.device_id as deviceId', 'd.device_code as deviceCode', 'g.path as groupPath'])
    .where('d.customer_id', '=', customerId)
    .where('d.simulated', '=', true)
    .where('d.deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Number of simulated breakers of all customers; `db` must be the platform's. */
export async function countSimulatedBreakers(db: Executor): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from device
    where simulated and deleted_at is null`.execute(db);
  return rows[0]!.total;
}

export interface RunningBreaker {
  readonly customerId: number;
  readonly deviceId: number;
  readonly code: string;
  readonly type: string;
  readonly zone: string;
  readonly createdAt: number;
  readonly secretHash: Buffer | null;
  readonly state: string | null;
}

/** All simulated breakers that the simulator runs, oldest first. */
export async function listSimulatedBreakers(db: Executor): Promise<RunningBreaker[]> {
  const { rows } = await sql<RunningBreaker>`
    select d.customer_id as "customerId", d.device_id as "deviceId", d.device_code as code,
      t.name as type, z.iana_name as zone, d.created_at as "createdAt",
      d.secret_hash as "secretHash", s.state
    from device d
    join device_type t on t.device_type_id = d.device_type_id
    join customer c on c.customer_id = d.customer_id
    join zone z on z.zone_id = c.zone_id
    left join simulated_breaker s on s.customer_id = d.customer_id and s.device_id = d.device_id
    where d.simulated and d.deleted_at is null
    order by d.created_at, d.customer_id
    limit ${sql.lit(MAX_SIMULATED)}`.execute(db);
  return rows;
}

/**
 * Stores the state of a breaker, unless it was deleted or another process took the simulator over in
 * the meantime.
 */
export async function saveState(
  db: Executor,
  holder: string,
  code: string,
  state: string,
): Promise<void> {
  await sql`
    insert into simulated_breaker (customer_id, device_id, state)
    select d.customer_id, d.device_id, ${state} from device d
    where d.device_code = ${code} and d.simulated and d.deleted_at is null
      and exists (select 1 from simulation_lease where holder = ${holder})
    on conflict (customer_id, device_id) do update set state = excluded.state`.execute(db);
}

/** Deletes the states of deleted breakers. */
export async function purgeStates(db: Executor): Promise<void> {
  await sql`
    delete from simulated_breaker s using device d
    where d.customer_id = s.customer_id and d.device_id = s.device_id
      and d.deleted_at is not null`.execute(db);
}
