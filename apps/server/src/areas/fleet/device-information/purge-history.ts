/**
 * Purges rows of the connection log and the signal log that are past the retention of events, and
 * all but the newest ten thousand per device, so that a device that reconnects every second cannot
 * fill the disk. Expired device secrets are purged too.
 */
import type { Context } from '../../../context.ts';
import { clearOldSecrets, deleteHistory } from './history-queries.ts';

const DAY_MS = 86_400_000;
const MAX_ROWS_OF_DEVICE = 10_000;

export async function purgeDeviceHistory(ctx: Context, most = MAX_ROWS_OF_DEVICE): Promise<number> {
  const { db } = ctx.database;
  const now = ctx.clock.now();
  const purged = await deleteHistory(db, now - ctx.config.retention.events * DAY_MS, most);
  await clearOldSecrets(db, now);
  if (purged > 0) ctx.log.info({ purged }, 'old connections and signals purged');
  return purged;
}
