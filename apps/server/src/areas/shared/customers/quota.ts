/**
 * Max number of devices and users of a customer, as set by the platform for the customer, otherwise
 * for the installation.
 */

import type { Executor } from '../../../storage/database.ts';
import { readSetting } from '../installation/installation-queries.ts';
import { limitsOf } from './customer-queries.ts';

/** Default limit per customer, including slaves; an installation or customer limit overrides it. */
const MAX_DEVICES = 100_000;

export async function maxDevicesOf(db: Executor, customerId: number): Promise<number> {
  const own = (await limitsOf(db, customerId))?.devices;
  return own ?? Number((await readSetting(db, 'devices_per_customer')) ?? MAX_DEVICES);
}

/** Disabled accounts count too, so that enabling one cannot exceed the limit; null if unlimited. */
export async function maxUsersOf(db: Executor, customerId: number): Promise<number | null> {
  return (await limitsOf(db, customerId))?.users ?? null;
}
