/** Energy of a tenant's device: today, a day of a closed settlement period with its bill, a register. */
import { addMonths, firstOfMonth, localDateOf } from '@busbar/domain/local-date';
import type { Database } from '../../../src/storage/database.ts';
import { ensurePartitions } from '../../../src/storage/partitions.ts';
import type { Owner } from './owner.ts';

const BANDS = { energy_wh: 10_000, sharp_wh: 0, peak_wh: 10_000, off_peak_wh: 0, valley_wh: 0 };
const FEES = { fee_sharp: 0, fee_peak: 1040, fee_off_peak: 0, fee_valley: 0 };
const QUARTERS = Array.from({ length: 96 }, (_, i) => (i === 0 ? 10_000 : 0));

export interface TenantIds {
  readonly customerId: number;
  readonly groupId: number;
  readonly deviceId: number;
  readonly rateId: number;
}

/** 2026-11-01 12:00 in Shanghai. */
const REGISTER_AT = Date.UTC(2026, 10, 1, 4);

export async function buildEnergy(
  database: Database,
  { customerId, groupId, deviceId, rateId }: TenantIds,
  now: number,
): Promise<void> {
  const { db } = database;
  const today = localDateOf(now, 'Asia/Shanghai');
  const month = firstOfMonth(today);
  const before = addMonths(month, -1);
  const device = { customer_id: customerId, device_id: deviceId };
  for (const [day, final] of [
    [today, false],
    [before, true],
  ] as const) {
    await db
      .insertInto('energy_day')
      .values({
        ...device,
        day,
        channel: 'activeTotal',
        ...BANDS,
        ...FEES,
        final,
        rate_id: rateId,
        rate_version: 1,
      })
      .execute();
    await db
      .insertInto('energy_slot')
      .values({ ...device, day, slot_wh: QUARTERS, slot_fee: QUARTERS })
      .execute();
    await db
      .insertInto('energy_device_month')
      .values({ ...device, month: firstOfMonth(day), ...BANDS, fee: 1040 })
      .execute();
    await db
      .insertInto('energy_group_day')
      .values({
        customer_id: customerId,
        group_id: groupId,
        day,
        devices: 1,
        ...BANDS,
        ...FEES,
        slot_wh: QUARTERS,
        slot_fee: QUARTERS,
        estimated: false,
        final,
      })
      .execute();
  }
  await ensurePartitions(database, REGISTER_AT, REGISTER_AT);
  await db
    .insertInto('energy_register')
    .values({
      ...device,
      ts: new Date(REGISTER_AT),
      content_hash: 1,
      active_total_kwh: '1000.5',
    } as never)
    .execute();
  await db
    .insertInto('settlement_period')
    .values({
      customer_id: customerId,
      start_day: before,
      end_day: month,
      closed_at: new Date(now),
      closed_by: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const line = { energy_wh: 9000, amount: 936 };
  const { path } = await db
    .selectFrom('user_group')
    .select('path')
    .where('customer_id', '=', customerId)
    .where('group_id', '=', groupId)
    .executeTakeFirstOrThrow();
  await db
    .insertInto('bill_line')
    .values({
      ...device,
      start_day: before,
      rate_id: rateId,
      rate_version: 1,
      band: 'peak',
      price: '1.04',
      group_path: path,
      ...line,
    })
    .execute();
  // A late addition to the closed period.
  await db
    .insertInto('bill_adjustment')
    .values({
      ...device,
      of_start_day: before,
      in_start_day: month,
      energy_wh: BANDS.energy_wh - line.energy_wh,
      amount: FEES.fee_peak - line.amount,
      group_path: path,
      reason: 'late-readings',
      created_at: new Date(now),
    })
    .execute();
}

export async function buildOverride(
  { db }: Database,
  { label, customerId, deviceId, users, at }: Owner,
) {
  return db
    .insertInto('energy_override')
    .values({
      customer_id: customerId,
      device_id: deviceId,
      channel: null,
      register_ts: new Date(at.getTime() - 3_600_000),
      decision: 'ignore',
      energy_wh: null,
      reason: `${label}-override`,
      decided_by: users.admin?.userId ?? 0,
      decided_at: at,
    })
    .returning('energy_override_id as overrideId')
    .executeTakeFirstOrThrow();
}
