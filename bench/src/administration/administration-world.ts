/**
 * A customer of the maximum size for administration benchmarks: 10,000 users with sessions, failed
 * sign-ins and custom roles, in 1,000 groups three levels deep, and 10,000 devices.
 */
import { sql } from 'kysely';
import type { Database } from '../../../apps/server/src/storage/database.ts';
import { type BenchWorld, createBenchWorld } from '../engine/bench-devices.ts';

const DEVICES = 10_000;
export const USERS = 10_000;
/** Ten branches of ten halls of ten groups: 1,110 groups including the upper levels. */
const BRANCHES = 10;
const FIRST = 1_500_000_000;
const OWN_ROLES = 20;

export interface AdministrationWorld extends BenchWorld {
  /** Id of a branch that has groups below it. */
  readonly branchId: number;
  readonly groups: number;
}

export async function createAdministrationWorld(database: Database): Promise<AdministrationWorld> {
  const { db } = database;
  const world = await createBenchWorld(database, DEVICES);
  const { customerId, groupId } = world.tenant;
  for (const level of [1, 2, 3]) {
    const digits = BRANCHES ** level;
    const first = FIRST + level * 10_000;
    const above =
      level === 1
        ? sql`${groupId}::integer`
        : sql`(${first - 10_000}::integer + n / ${sql.lit(BRANCHES)})`;
    await sql`insert into user_group (customer_id, group_id, parent_id, name, path, created_at)
      select ${customerId}::integer, ${first}::integer + n, ${above}, 'Group ' || ${level}::text || '-' || n,
        (select path from user_group where customer_id = ${customerId} and group_id = ${above})
          || (${first}::integer + n), now()
      from generate_series(0, ${digits - 1}::integer) n`.execute(db);
  }
  const leaf = sql`${FIRST + 30_000}::integer`;
  await sql`update device set group_id = ${leaf} + device_id % 1000
    where customer_id = ${customerId} and device_id >= 900000000`.execute(db);
  await sql`insert into custom_role (customer_id, custom_role_id, name, copied_from, permissions, created_at, changed_at)
    overriding system value
    select ${customerId}::integer, ${FIRST}::integer + n, 'Role ' || n, 'operator', '{data.read}', now(), now()
    from generate_series(1, ${sql.lit(OWN_ROLES)}) n`.execute(db);
  await addUsers(database, customerId);
  // Autovacuum would do this within an hour.
  for (const table of ['user_account', 'account_name', 'user_group', 'session', 'throttle']) {
    await sql`vacuum analyze ${sql.table(table)}`.execute(db);
  }
  await sql`vacuum analyze device`.execute(db);
  const { rows } = await sql<{ groups: number }>`select count(*)::integer as groups
    from user_group where customer_id = ${customerId}`.execute(db);
  return { ...world, branchId: FIRST + 10_003, groups: rows[0]!.groups };
}

async function addUsers({ db }: Database, customerId: number): Promise<void> {
  const leaf = sql`${FIRST + 30_000}::integer`;
  const who = sql`generate_series(1, ${sql.lit(USERS)}) n`;
  await sql`insert into user_account (customer_id, user_id, group_id, user_name, password_hash,
      role, custom_role_id, must_change_password, disabled, created_at, password_changed_at, last_sign_in_at)
    select ${customerId}::integer, ${FIRST}::integer + n, ${leaf} + n % 1000,
      'person.' || md5(n::text), 'x',
      (array['operator', 'viewer', 'engineer', 'auditor', 'admin'])[1 + n % 5],
      case when n % 7 = 0 then ${FIRST}::integer + 1 + n % ${sql.lit(OWN_ROLES)} end, n % 11 = 0,
      n % 13 = 0, now() - interval '1 hour' * n, now(),
      case when n % 11 <> 0 then now() - interval '1 minute' * n end
    from ${who}`.execute(db);
  await sql`insert into account_name (account_key, customer_id, user_id)
    select lower(user_name), customer_id, user_id from user_account
    where customer_id = ${customerId} and user_id > ${FIRST}`.execute(db);
  await sql`insert into session (token_hash, cookie_hash, customer_id, user_id, created_at,
      last_used_at, expires_at, address, client)
    select sha256(n::text::bytea), null, ${customerId}::integer, ${FIRST}::integer + n, now(), now(),
      now() + interval '12 hours', '192.168.10.20', 'bench'
    from ${who} where n % 4 = 0`.execute(db);
  // Failed sign-ins of the platform's accounts; one in fifty accounts is locked.
  await sql`insert into throttle (bucket, failures, window_started_at, blocked_until)
    select 'login:account:' || encode(sha256(convert_to('person.' || md5(n::text), 'UTF8')), 'hex'),
      case when n % 50 = 0 then 100 else 1 end, now(), null
    from ${who} where n % 5 = 0`.execute(db);
}
