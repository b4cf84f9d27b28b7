/** Energy, power and position of the breakers of a tower. */
import { isSwitchAction, type SwitchAction } from '@busbar/domain/switch/switch-action';
import { sql } from 'kysely';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';

/** Max age, at the start of an outage, of the register reading its energy is counted from, ms. */
const BASE_AGE_MS = 3_600_000;

/** Returns kWh counted by each breaker since `since`; omits breakers without usable registers. */
export async function energySince(
  db: Executor,
  customerId: number,
  deviceIds: readonly number[],
  since: number,
): Promise<ReadonlyMap<number, number>> {
  if (deviceIds.length === 0) return new Map();
  const register = (before: ReturnType<typeof sql>) => sql`lateral (
    select active_total_kwh as kwh from energy_register e
    where e.customer_id = ${customerId} and e.device_id = w.device_id and ${before}
      and active_total_kwh is not null
    order by ts desc limit 1)`;
  const { rows } = await sql<{ deviceId: number; kwh: number }>`
    select w.device_id as "deviceId", (newest.kwh - base.kwh)::float8 as kwh
    from unnest(${[...deviceIds]}::int4[]) as w (device_id)
    cross join ${register(sql`ts <= ${instant(since)} and ts > ${instant(since - BASE_AGE_MS)}`)} base
    cross join ${register(sql`ts > ${instant(since - BASE_AGE_MS)}`)} newest`.execute(db);
  // A register that decreased was reset, so the energy used is unknown.
  return new Map(rows.filter(({ kwh }) => kwh >= 0).map(({ deviceId, kwh }) => [deviceId, kwh]));
}

/** Returns the latest reported power of each device. */
export async function loadsOf(
  db: Executor,
  customerId: number,
  deviceIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (deviceIds.length === 0) return new Map();
  const { rows } = await sql<{ deviceId: number; kw: number }>`
    select w.device_id as "deviceId", newest.kw
    from unnest(${[...deviceIds]}::int4[]) as w (device_id)
    cross join lateral (
      select active_power_kw as kw from measurement m
      where m.customer_id = ${customerId} and m.device_id = w.device_id
        and active_power_kw is not null
      order by ts desc limit 1) newest`.execute(db);
  return new Map(rows.map(({ deviceId, kw }) => [deviceId, kw]));
}

/** Returns undefined if the breaker never reported its position. */
export async function switchActionOf(
  trx: Executor,
  { customerId, deviceId }: { readonly customerId: number; readonly deviceId: number },
): Promise<SwitchAction | undefined> {
  const row = await trx
    .selectFrom('device_state')
    .select('switch_action')
    .where('customer_id', '=', customerId)
    .where('device_id', '=', deviceId)
    .executeTakeFirst();
  const action = row?.switch_action ?? null;
  return isSwitchAction(action) ? action : undefined;
}
