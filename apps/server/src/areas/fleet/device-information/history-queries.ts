/** Purges the connection log, the signal log and expired secrets of devices. */
import { sql } from 'kysely';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';

/** Maximum number of devices whose surplus rows are deleted in one run. */
const DEVICES_AT_ONCE = 100;

const LOGS = [
  { table: sql.table('device_connection'), at: sql.ref('at') },
  { table: sql.table('device_signal'), at: sql.ref('minute') },
];

/**
 * Deletes rows before `before`, and all but the newest `most` rows of each device; returns the
 * number of deleted rows.
 */
export async function deleteHistory(db: Executor, before: number, most: number): Promise<number> {
  let deleted = 0;
  for (const { table, at } of LOGS) {
    const old = await sql`delete from ${table} where ${at} < ${instant(before)}`.execute(db);
    deleted += Number(old.numAffectedRows ?? 0);
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
      deleted += Number(surplus.numAffectedRows ?? 0);
    }
  }
  return deleted;
}

export async function clearOldSecrets(db: Executor, now: number): Promise<void> {
  await sql`update device set old_secret_hash = null, old_secret_until = null
    where old_secret_hash is not null and old_secret_until <= ${instant(now)}`.execute(db);
}
