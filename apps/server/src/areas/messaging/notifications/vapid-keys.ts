/** The platform's key pair for push services (RFC 8292), created once, stored in the database. */
import webPush from 'web-push';
import type { Context } from '../../../context.ts';
import {
  lockFirstStart,
  readSetting,
  writeSetting,
} from '../../shared/installation/installation-queries.ts';

export interface VapidKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

export async function vapidKeys(ctx: Context): Promise<VapidKeys> {
  // The keys belong to the platform, not to the current customer.
  const database = ctx.database.as('platform');
  const stored = await readSetting(database.db, 'vapid_keys');
  if (stored !== undefined) return JSON.parse(stored) as VapidKeys;
  return database.transaction(async (trx) => {
    await lockFirstStart(trx);
    const known = await readSetting(trx, 'vapid_keys');
    if (known !== undefined) return JSON.parse(known) as VapidKeys;
    const generated = webPush.generateVAPIDKeys();
    await writeSetting(trx, 'vapid_keys', JSON.stringify(generated));
    return generated;
  });
}
