/**
 * Purges the connection log and the signal log with the retention of events, and to the newest ten
 * thousand rows per device, so that a device that reconnects every second cannot fill the disk.
 * Expired device secrets are purged too.
 */
import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import { instant } from '../../../storage/column-types.ts';

const DAY_MS = 86_400_000;
const MOST_ROWS_OF_DEVICE = 10_000;
/** Max number of devices whose surplus rows are deleted in one run. */
const DEVICES_AT_ONCE = 100;

const LOGS = [
  { table: sql.table('device_connection'), at: sql.ref('at') },
  { table: sql.table('device_signal'), at: sql.ref('minute') },
];

export async function purgeDeviceHistory(
  ctx: Context,
  most = MOST_ROWS_OF_DEVICE,
): Promise<number> {
  const { db } = ctx.database;
  const before = instant(ctx.clock.now() - ctx.config.retention.events * DAY_MS);
  let forgotten = 0;
  for (const { table, at } of LOGS) {
    const old = await sql`delete from ${table} where ${at} < ${before}`.execute(db);
    forgotten += Number(old.numAffectedRows ?? 0);
    const { rows: full } = await sql<{ customerId: number; deviceId: number }>`
      select customer_id as "customerId", device_id as "deviceId" from ${table}
      group by customer_id, device_id having count(*) > ${most}
      limit ${DEVICES_AT_ONCE}`.execute(db);
    for (const { customerId, deviceId } of full) {
      const surplus = await sql`
        delete from ${table} where customer_id = ${customerId} and device_id = ${deviceId}
          and ${at} < (select ${at} from ${table}
            where customer_id = ${customerId} and device_id = ${deviceId}
            order by ${at} desc offset ${most - 1} limit 1)`.execute(db);
      forgotten += Number(surplus.numAffectedRows ?? 0);
    }
  }
  await sql`update device set old_secret_hash = null, old_secret_until = null
    where old_secret_hash is not null and old_secret_until <= ${instant(ctx.clock.now())}`.execute(
    db,
  );
  if (forgotten > 0) ctx.log.info({ forgotten }, 'old connections and signals forgotten');
  return forgotten;
}
