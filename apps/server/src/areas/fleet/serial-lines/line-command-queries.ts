/** Commands that depend on the settings of a serial line. */
import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { databaseTime } from '../../shared/database-time-queries.ts';
import type { LineDevice } from './serial-line-queries.ts';

/**
 * Returns true if a switching command, or a frame that may write, is open on the line, and keeps new
 * ones waiting until the transaction ends. The caller holds the lock of the DTU. A command whose
 * outcome has remained unknown after its expiry does not count: settings may be the reason for it.
 */
export async function hasOpenLineCommand(
  ctx: Context,
  trx: Executor,
  { customerId, deviceId }: LineDevice,
): Promise<boolean> {
  await sql`select 1 from device
    where customer_id = ${customerId} and gateway_id = ${deviceId} and deleted_at is null
    order by device_id for no key update`.execute(trx);
  const { rows } = await sql<{ isOpen: boolean }>`
    select exists (select 1 from command c
      join device d on d.customer_id = c.customer_id and d.device_id = c.device_id
        and (d.device_id = ${deviceId} or d.gateway_id = ${deviceId})
      where c.customer_id = ${customerId}
        and (c.kind in ('switch', 'slaves')
          or c.kind = 'frame' and c.args ->> 'effect' <> 'read')
        and (c.state in ('queued', 'sent', 'acknowledged')
          or c.state = 'unknown' and c.expires_at > ${databaseTime(ctx)})) as "isOpen"`.execute(
    trx,
  );
  return rows[0]?.isOpen === true;
}
