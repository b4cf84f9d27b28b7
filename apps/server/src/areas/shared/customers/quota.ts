/** How many devices and users a customer may have: what the platform set for it, else the installation. */
import type { Executor } from '../../../storage/database.ts';
import { readSetting } from '../installation/installation-repository.ts';

/** Of one customer, slaves included, unless the installation or its own limit says otherwise. */
const MOST_DEVICES = 100_000;

async function limitsOf(db: Executor, customerId: number) {
  return db
    .selectFrom('customer')
    .select(['most_devices as devices', 'most_users as users'])
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
}

export async function mostDevicesOf(db: Executor, customerId: number): Promise<number> {
  const own = (await limitsOf(db, customerId))?.devices;
  return own ?? Number((await readSetting(db, 'devices_per_customer')) ?? MOST_DEVICES);
}

/** Closed accounts count: opening one again adds nobody. Null: without a limit. */
export async function mostUsersOf(db: Executor, customerId: number): Promise<number | null> {
  return (await limitsOf(db, customerId))?.users ?? null;
}
