/** Signal strength that devices report on each connect; at most one value per minute. */
import { sql } from 'kysely';
import type { DeviceRef } from '../../../bus.ts';
import type { Scope } from '../../../caller.ts';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';

const MINUTE_MS = 60_000;
/** Maximum points of a response; more would exceed the width of a chart. */
const MAX_POINTS = 2_000;

/** Must run in the transaction that stores the report; stores only the last value per minute. */
export async function logSignal(
  trx: Executor,
  { customerId, deviceId }: Pick<DeviceRef, 'customerId' | 'deviceId'>,
  csq: number,
  now: number,
): Promise<void> {
  await trx
    .insertInto('device_signal')
    .values({
      customer_id: customerId,
      device_id: deviceId,
      minute: instant(Math.floor(now / MINUTE_MS) * MINUTE_MS),
      csq,
    })
    .onConflict((clash) =>
      clash.columns(['customer_id', 'device_id', 'minute']).doUpdateSet({ csq }),
    )
    .execute();
}

export interface SignalPoint {
  readonly at: number;
  readonly csq: number;
}

export interface SignalList {
  /** Points in order of time, oldest first. */
  readonly points: readonly SignalPoint[];
  /** True if older points were cut off. */
  readonly cut: boolean;
}

/** Returns the newest points of [from, to). */
export async function listSignals(
  db: Executor,
  { customerId }: Scope,
  deviceId: number,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<SignalList> {
  const rows = await db
    .selectFrom('device_signal')
    .select([sql<number>`minute`.as('at'), 'csq'])
    .where('customer_id', '=', customerId)
    .where('device_id', '=', deviceId)
    .where('minute', '>=', instant(from))
    .where('minute', '<', instant(to))
    .orderBy('minute', 'desc')
    .limit(MAX_POINTS + 1)
    .execute();
  return { points: rows.slice(0, MAX_POINTS).reverse(), cut: rows.length > MAX_POINTS };
}
