/** Finds the device to request readings from after a breaker has switched. */
import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { databaseTime } from '../../shared/database-time-queries.ts';

export const REQUESTED_FOR = 'variable';

/**
 * The device whose connection is used: a slave's gateway, which replies for all of its slaves, or
 * the breaker itself.
 */
interface QueriedDevice {
  readonly device_id: number;
  readonly device_code: string;
  readonly is_asked: boolean;
}

/** Locks the device for this transaction, so that two concurrent requests are serialized. */
export async function deviceToQuery(
  ctx: Context,
  trx: Executor,
  customerId: number,
  commandId: string,
): Promise<QueriedDevice | undefined> {
  const { rows: locked } = await sql<{ device_id: number }>`
    select d.device_id
    from command c
    join device moved on moved.customer_id = c.customer_id and moved.device_id = c.device_id
    join device d on d.customer_id = c.customer_id and d.device_code = c.link_device_code
      and d.deleted_at is null
    where c.customer_id = ${customerId} and c.command_id = ${commandId}
      and c.state = 'confirmed' and moved.kind in ('main', 'slave')
      and d.protocol = 'busbar'
    for no key update of d`.execute(trx);
  if (locked[0] === undefined) return undefined;
  const { rows } = await sql<QueriedDevice>`
    select d.device_id, d.device_code, exists (
      select 1 from command s
      where s.customer_id = d.customer_id and s.device_id = d.device_id and s.kind = 'summon'
        and s.args ->> 'dataType' = ${REQUESTED_FOR}
        and (s.args ->> 'after' = ${commandId} or s.created_at >= c.confirmed_at
          or (s.state in ('queued', 'sent') and s.expires_at > ${databaseTime(ctx)}))) as is_asked
    from device d
    join command c on c.customer_id = d.customer_id and c.command_id = ${commandId}
    where d.customer_id = ${customerId} and d.device_id = ${locked[0].device_id}`.execute(trx);
  return rows[0];
}
