/** Queries for the customer of the demo. */
import type { UpdateObject } from 'kysely';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import type { Schema } from '../../../storage/schema/schema.ts';

/** Returns the devices that were not deleted. */
export function listDevices(db: Executor, customerId: number) {
  return db
    .selectFrom('device')
    .select(['device_id', 'device_code', 'group_id', 'secret_hash', 'created_at'])
    .where('customer_id', '=', customerId)
    .where('deleted_at', 'is', null)
    .execute();
}

export async function updateDemoDevice(
  trx: Executor,
  customerId: number,
  deviceId: number,
  values: UpdateObject<Schema, 'device'>,
): Promise<void> {
  await trx
    .updateTable('device')
    .set(values)
    .where('customer_id', '=', customerId)
    .where('device_id', '=', deviceId)
    .execute();
}

export async function updateLampCheck(
  trx: Executor,
  customerId: number,
  lampGroupId: number,
  values: UpdateObject<Schema, 'lamp_check'>,
): Promise<void> {
  await trx
    .updateTable('lamp_check')
    .set(values)
    .where('customer_id', '=', customerId)
    .where('lamp_group_id', '=', lampGroupId)
    .execute();
}

export async function insertCityGroup(
  trx: Executor,
  customerId: number,
  {
    groupId,
    rootId,
    name,
  }: { readonly groupId: number; readonly rootId: number; readonly name: string },
  now: number,
): Promise<void> {
  await trx
    .insertInto('user_group')
    .values({
      customer_id: customerId,
      group_id: groupId,
      parent_id: rootId,
      name,
      path: [rootId, groupId],
      created_at: instant(now),
    })
    .execute();
}

/** Returns the time of the first start of the demo, epoch ms. */
export async function readFirstStart(db: Executor, customerId: number): Promise<number> {
  const { created_at } = await db
    .selectFrom('customer')
    .select('created_at')
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow();
  return created_at;
}

export async function hasReadingAt(
  db: Executor,
  { customerId, deviceId }: { readonly customerId: number; readonly deviceId: number },
  at: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('measurement')
    .select('ts')
    .where('customer_id', '=', customerId)
    .where('device_id', '=', deviceId)
    .where('ts', '=', instant(at))
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertOutage(
  trx: Executor,
  { customerId, towerId }: { readonly customerId: number; readonly towerId: number },
  { from, to }: { readonly from: number; readonly to: number },
  lowestV: number,
): Promise<void> {
  await trx
    .insertInto('tower_outage')
    .values({
      customer_id: customerId,
      tower_id: towerId,
      began_at: instant(from),
      ended_at: instant(to),
      lowest_v: lowestV,
    })
    .execute();
}

/** The demo is complete, so its users are not offered the first steps of an organisation. */
export async function skipFirstSteps(
  trx: Executor,
  customerId: number,
  userId: number,
): Promise<void> {
  await trx
    .updateTable('customer')
    .set({ organisation_checked: true })
    .where('customer_id', '=', customerId)
    .execute();
  await trx
    .updateTable('user_account')
    .set({ first_steps_dismissed: true })
    .where('customer_id', '=', customerId)
    .where('user_id', '=', userId)
    .execute();
}
