/** Times that former registrations of a device have counted. */
import type { CountedSpan } from '@busbar/domain/reading-import/counted-before';
import { sql } from 'kysely';
import type { Executor } from '../../../storage/database.ts';
import type { FoundDevice } from '../../fleet/devices/device-lookup-queries.ts';

/** Each deleted device with the same code, from its first to its last register. */
export async function readCountedSpans(
  db: Executor,
  { customerId, deviceCode }: Pick<FoundDevice, 'customerId' | 'deviceCode'>,
): Promise<CountedSpan[]> {
  const registersIn = (table: string) => sql`
    select min(ts) as first, max(ts) as last from ${sql.table(table)} r
    where r.customer_id = ${customerId} and r.device_id = former.device_id`;
  const { rows } = await sql<CountedSpan>`
    select min(stored.first) as "from", max(stored.last) as "to"
    from device former
    cross join lateral (${registersIn('energy_register')} union all
      ${registersIn('energy_register_quarter')}) stored
    where former.customer_id = ${customerId} and former.device_code = ${deviceCode}
      and former.deleted_at is not null
    group by former.device_id
    having min(stored.first) is not null`.execute(db);
  return rows;
}
