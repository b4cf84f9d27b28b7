/**
 * A tower project of a tenant that contains a tower with one user, written directly into the
 * tables.
 */
import type { Database } from '../../../src/storage/database.ts';
import type { Owner } from './owner.ts';

export async function buildTower(database: Database, owner: Owner) {
  const { db } = database;
  const { label, customerId, groupId, at } = owner;
  const { projectId } = await db
    .insertInto('project')
    .values({
      customer_id: customerId,
      group_id: groupId,
      name: `${label}-towers`,
      type: 'tower',
      description: `${label}-tower-text`,
      created_by: 0,
      created_by_name: `${label}-maker`,
      created_at: at,
    })
    .returning('project_id as projectId')
    .executeTakeFirstOrThrow();
  const monitor = await buildTowerDevice(database, owner, 1);
  const breaker = await buildTowerDevice(database, owner, 2);
  const free = await buildTowerDevice(database, owner, 3);
  const { towerId } = await db
    .insertInto('tower')
    .values({
      customer_id: customerId,
      project_id: projectId,
      device_id: monitor.deviceId,
      name: `${label}-tower`,
      mains_min_v: 160,
      cut_delay_s: 10,
      hold_s: 60,
      stagger_s: 10,
      battery_kwh: 20,
      // The next check is due long after every test.
      next_look_at: new Date(at.getTime() + 400 * 86_400_000),
      looked_at: at,
      changed_by: 0,
      changed_at: at,
    })
    .returning('tower_id as towerId')
    .executeTakeFirstOrThrow();
  const key = { customer_id: customerId, tower_id: towerId, slot: 1 };
  const user = { name: `${label}-user`, device_id: breaker.deviceId, periods: '[]' };
  await db
    .insertInto('tower_user')
    .values({
      ...key,
      ...user,
      priority: 1,
      standby_type: 'none',
      standby_minutes: 1,
      standby_kwh: 1,
      cut_v: 46,
      reconnect_v: 50,
      mode: 'manual',
      state: 'manual-on',
      cause: 'person',
      since: at,
      settled: true,
      refusal: null,
    })
    .execute();
  await db
    .insertInto('tower_plan')
    .values({ ...key, ...user, from_day: '0001-01-01' })
    .execute();
  await db
    .insertInto('tower_outage')
    .values({ customer_id: customerId, tower_id: towerId, began_at: at, lowest_v: 47 })
    .execute();
  await db
    .insertInto('tower_event')
    .values({
      ...key,
      user_name: `${label}-user`,
      at,
      from_state: 'on',
      event: 'taken-closed',
      to_state: 'manual-on',
      cause: 'person',
      bus_v: 53,
      decided_by: `${label}-decider`,
    })
    .execute();
  return { towerProjectId: projectId, towerId, towerBreakerCode: free.code };
}

/** Creates a device like the tenant's own one, with another number. */
async function buildTowerDevice({ db }: Database, owner: Owner, place: number) {
  const { label, customerId, deviceId, at } = owner;
  const own = await db
    .selectFrom('device')
    .select(['name', 'device_type_id', 'kind', 'group_id', 'rate_id'])
    .where('customer_id', '=', customerId)
    .where('device_id', '=', deviceId)
    .executeTakeFirstOrThrow();
  const id = deviceId - 200_000_000 + place * 10_000_000;
  const code = `TOWER${label.replaceAll(/[^A-Za-z0-9]/g, '').slice(0, 10)}${id}`;
  await db
    .insertInto('device')
    .values({
      ...own,
      customer_id: customerId,
      device_id: id,
      device_code: code,
      name: `${own.name}-tower-${place}`,
      created_at: at,
    })
    .execute();
  await db
    .insertInto('device_code')
    .values({ device_code: code, customer_id: customerId, device_id: id })
    .execute();
  return { deviceId: id, code };
}
