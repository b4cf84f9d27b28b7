/** Devices that send readings to a program under test, and the readings stored in its database. */
import { sql } from 'kysely';
import type { Database } from '../../../src/storage/database.ts';
import { prepareDatabase } from '../../../src/storage/prepare-database.ts';
import { createTenant } from '../../support/factories/tenant.ts';
import { buildTenantDevice, type TestDevice } from '../../support/factories/tenant-device.ts';
import type { StoredReading } from './check-readings.ts';

export async function registerReadingDevices(
  database: Database,
  count: number,
): Promise<TestDevice[]> {
  await prepareDatabase(database, Date.now());
  const tenant = await createTenant(database, { label: 'kill', now: Date.now() });
  const registered: TestDevice[] = [];
  for (let i = 0; i < count; i++) registered.push(await buildTenantDevice(database, tenant));
  return registered;
}

export interface StoredReadings {
  /** Readings of which both parts are stored: the values and the register. */
  readonly counting: StoredReading[];
  /** Readings stored as a conflict, because another reading of the device had their timestamp. */
  readonly keptBeside: StoredReading[];
  /** Errors for which valid messages were stored as rejected. */
  readonly rejected: string[];
}

export async function readStoredReadings(database: Database): Promise<StoredReadings> {
  // A full join, in a form that Citus can plan.
  const counting = await sql<StoredReading>`
    select d.device_code as device, part.ts, max(part.register) as register
    from (
      select customer_id, device_id, ts, null::int4 as register from measurement
      union all
      select customer_id, device_id, ts, round(active_total_kwh * 100)::int4 from energy_register
    ) part
    join device d using (customer_id, device_id)
    group by customer_id, device_id, d.device_code, part.ts`.execute(database.db);
  const keptBeside = await sql<StoredReading>`
    select d.device_code as device, c.ts,
      round((c.content -> 'registers' ->> 'activeTotal')::numeric * 100)::int4 as register
    from reading_conflict c join device d using (customer_id, device_id)
    where c.content ? 'registers'`.execute(database.db);
  const rejected = await database.db
    .selectFrom('rejected_message')
    .select('detail')
    .where('reason', '=', 'storage')
    .execute();
  return {
    counting: counting.rows,
    keptBeside: keptBeside.rows,
    rejected: rejected.map(({ detail }) => detail),
  };
}
