/** Devices of one customer, inserted directly into the tables. */
import { createHash } from 'node:crypto';
import type { Database } from '../../../apps/server/src/storage/database.ts';
import { createTenant, type Tenant } from '../../../apps/server/test/support/factories/tenant.ts';
import type { LoadDevice } from '../load/load-instruction.ts';

export interface BenchWorld {
  readonly tenant: Tenant;
  readonly devices: readonly (LoadDevice & { readonly id: number })[];
}

const SLICE = 500;

/** `first` is the id of the first device, for a bench that creates more than one customer. */
export async function createBenchWorld(
  database: Database,
  count: number,
  { label = 'bench', first = 900_000_000 } = {},
): Promise<BenchWorld> {
  const { db } = database;
  const tenant = await createTenant(database, { label, now: Date.now() });
  const type = await db
    .selectFrom('device_type')
    .select('device_type_id')
    .where('name', '=', 'MT61')
    .executeTakeFirstOrThrow();
  const devices = Array.from({ length: count }, (_, i) => ({
    id: first + i,
    code: `${label.toUpperCase()}-${String(i).padStart(8, '0')}`,
    secret: `secret-of-${String(i).padStart(8, '0')}`,
  }));
  for (let from = 0; from < count; from += SLICE) {
    const slice = devices.slice(from, from + SLICE);
    await db
      .insertInto('device')
      .values(
        slice.map(({ id, code, secret }) => ({
          customer_id: tenant.customerId,
          device_id: id,
          device_code: code,
          name: code,
          device_type_id: type.device_type_id,
          kind: 'main' as const,
          group_id: tenant.groupId,
          rate_id: tenant.rateId,
          secret_hash: createHash('sha256').update(secret).digest(),
          created_at: new Date(),
        })),
      )
      .execute();
    await db
      .insertInto('device_code')
      .values(
        slice.map(({ id, code }) => ({
          device_code: code,
          customer_id: tenant.customerId,
          device_id: id,
        })),
      )
      .execute();
    await db
      .insertInto('device_state')
      .values(slice.map(({ id }) => ({ customer_id: tenant.customerId, device_id: id })))
      .execute();
  }
  return { tenant, devices };
}
