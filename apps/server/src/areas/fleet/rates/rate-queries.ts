/** A customer's tariffs: names and the system default. Prices are stored in the versions. */
import { sql } from 'kysely';
import type { Scope } from '../../../caller.ts';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import { isCounted } from '../../shared/counted-device-queries.ts';
import { parseId } from '../../shared/identifier.ts';

export interface RateHead {
  readonly id: number;
  readonly name: string;
  readonly isDefault: boolean;
}

export async function countRates(db: Executor, customerId: number): Promise<number> {
  const { total } = await db
    .selectFrom('rate')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('customer_id', '=', customerId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(total);
}

/**
 * Returns true if a device may use the tariff. Called in a transaction, it locks the tariff, so
 * that no device refers to a deleted one.
 */
export async function rateExists(
  trx: Executor,
  customerId: number,
  rateId: number,
): Promise<boolean> {
  const row = await trx
    .selectFrom('rate')
    .select('rate_id')
    .where('customer_id', '=', customerId)
    .where('rate_id', '=', rateId)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** Serializes changes of a customer's tariffs until the transaction ends. */
export async function lockRates(trx: Executor, customerId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`rates ${customerId}`}, 0))`.execute(
    trx,
  );
}

/** Locks the tariff: waits for transactions that assign it to devices, to count these devices. */
export async function lockRate(
  trx: Executor,
  customerId: number,
  idOfRate: string | number,
): Promise<void> {
  await trx
    .selectFrom('rate')
    .select('rate_id')
    .where('customer_id', '=', customerId)
    .where('rate_id', '=', parseId(idOfRate) ?? 0)
    .forUpdate()
    .execute();
}

/** Compares names ignoring case. */
export async function isRateNameTaken(
  trx: Executor,
  customerId: number,
  name: string,
  exceptRateId: number | undefined,
): Promise<boolean> {
  const row = await trx
    .selectFrom('rate')
    .select('rate_id')
    .where('customer_id', '=', customerId)
    .where(sql<string>`lower(name)`, '=', sql<string>`lower(${name})`)
    .where('deleted_at', 'is', null)
    .where('rate_id', '<>', exceptRateId ?? 0)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns false if another tariff of the customer, deleted or not, has the id. */
export async function insertRate(
  trx: Executor,
  customerId: number,
  { id, name, isDefault }: RateHead,
  now: number,
): Promise<boolean> {
  const row = await trx
    .insertInto('rate')
    .values({
      customer_id: customerId,
      rate_id: id,
      name,
      is_default: isDefault,
      created_at: instant(now),
    })
    .onConflict((clash) => clash.columns(['customer_id', 'rate_id']).doNothing())
    .returning('rate_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function renameRate(
  trx: Executor,
  customerId: number,
  rateId: number,
  name: string,
): Promise<void> {
  await trx
    .updateTable('rate')
    .set({ name })
    .where('customer_id', '=', customerId)
    .where('rate_id', '=', rateId)
    .execute();
}

/** Marks the tariff as deleted; its row and versions are retained for the fees based on them. */
export async function markRateDeleted(
  trx: Executor,
  customerId: number,
  rateId: number,
  now: number,
): Promise<void> {
  await trx
    .updateTable('rate')
    .set({ deleted_at: instant(now) })
    .where('customer_id', '=', customerId)
    .where('rate_id', '=', rateId)
    .execute();
  // A simulated device does not keep a tariff in use, so it gets the default instead.
  await sql`update device d set rate_id = r.rate_id from rate r
    where d.customer_id = ${customerId} and d.rate_id = ${rateId} and d.simulated
      and r.customer_id = d.customer_id and r.is_default`.execute(trx);
}

/** Counts the devices of the group and its subgroups with this tariff. */
export async function countDevicesOfRate(
  db: Executor,
  { customerId, groupId }: Scope,
  rateId: number,
): Promise<number> {
  const { total } = await db
    .selectFrom('device')
    .innerJoin('user_group', (join) =>
      join
        .onRef('user_group.customer_id', '=', 'device.customer_id')
        .onRef('user_group.group_id', '=', 'device.group_id'),
    )
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('device.customer_id', '=', customerId)
    .where('device.rate_id', '=', rateId)
    .where('device.deleted_at', 'is', null)
    .where(isCounted('device'))
    .where(sql<boolean>`user_group.path @> array[${groupId}::integer]`)
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** Returns the names of the tariffs, by id. */
export async function readRateNames(
  db: Executor,
  customerId: number,
  rateIds: readonly number[],
): Promise<Map<number, string>> {
  if (rateIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('rate')
    .where('customer_id', '=', customerId)
    .where('rate_id', 'in', [...new Set(rateIds)])
    .select(['rate_id', 'name'])
    .execute();
  return new Map(rows.map((row) => [row.rate_id, row.name]));
}
