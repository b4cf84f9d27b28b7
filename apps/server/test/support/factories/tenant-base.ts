/** The customer of a tenant with two groups, a tariff and a device. */
import { createHash } from 'node:crypto';
import type { Database } from '../../../src/storage/database.ts';
import type { Owner } from './owner.ts';

export interface BaseOptions extends Omit<Owner, 'users'> {
  readonly childGroupId: number;
  readonly rateId: number;
  /** Puts everything into a subgroup of this customer instead of a new customer. */
  readonly under: { readonly customerId: number; readonly groupId: number } | undefined;
}

export async function buildTenantBase(
  { db }: Database,
  {
    label,
    customerId,
    groupId,
    childGroupId,
    rateId,
    deviceId,
    deviceCode,
    under,
    at,
  }: BaseOptions,
): Promise<void> {
  const zone = await db
    .selectFrom('zone')
    .select('zone_id')
    .where('iana_name', '=', 'Asia/Shanghai')
    .executeTakeFirstOrThrow();
  const currency = await db.selectFrom('currency').select('currency_id').executeTakeFirstOrThrow();
  const type = await db
    .selectFrom('device_type')
    .select('device_type_id')
    .where('name', '=', 'MT61')
    .executeTakeFirstOrThrow();
  const above = under === undefined ? [] : [under.groupId];
  if (under === undefined) {
    await db
      .insertInto('customer')
      .values({
        customer_id: customerId,
        chinese_code: `${label}-zh`,
        english_code: `${label}-en`,
        contact_user: `${label}-contact`,
        phone: `${label}-phone`,
        email: `${label}@example.org`,
        address: `${label}-address`,
        receive_url: `https://example.org/${label}`,
        zone_id: zone.zone_id,
        currency_id: currency.currency_id,
        state: 'active',
        created_at: at,
        activated_at: at,
      })
      .execute();
  }
  await db
    .insertInto('user_group')
    .values([
      {
        customer_id: customerId,
        group_id: groupId,
        parent_id: under?.groupId ?? null,
        name: `${label}-root`,
        path: [...above, groupId],
        created_at: at,
      },
      {
        customer_id: customerId,
        group_id: childGroupId,
        parent_id: groupId,
        name: `${label}-child`,
        path: [...above, groupId, childGroupId],
        created_at: at,
      },
    ])
    .execute();
  await db
    .insertInto('rate')
    .values({
      customer_id: customerId,
      rate_id: rateId,
      name: `${label}-rate`,
      is_default: under === undefined,
      created_at: at,
    })
    .execute();
  await db
    .insertInto('rate_version')
    .values({
      customer_id: customerId,
      rate_id: rateId,
      version: 1,
      start_day: null,
      price_sharp: '1.25',
      price_peak: '1.04',
      price_off_peak: '0.65',
      price_valley: '0.26',
      calendar: null,
      created_at: at,
    })
    .execute();
  await db
    .insertInto('device')
    .values({
      customer_id: customerId,
      device_id: deviceId,
      device_code: deviceCode,
      name: `${label}-device`,
      device_type_id: type.device_type_id,
      kind: 'main',
      group_id: groupId,
      rate_id: rateId,
      address: `${label}-street`,
      hardware_version: `${label}-hw`,
      software_version: `${label}-sw`,
      band: `${label}-band`,
      longitude: 121.47,
      latitude: 31.23,
      secret_hash: createHash('sha256').update(`${deviceCode}-secret`).digest(),
      secret_rotated_at: at,
      created_at: at,
    })
    .execute();
  await db
    .insertInto('device_rate')
    .values({
      customer_id: customerId,
      device_id: deviceId,
      start_day: '-infinity',
      rate_id: rateId,
    })
    .execute();
  await db
    .insertInto('device_code')
    .values({ device_code: deviceCode, customer_id: customerId, device_id: deviceId })
    .execute();
  await db
    .insertInto('device_state')
    .values({ customer_id: customerId, device_id: deviceId })
    .execute();
}
