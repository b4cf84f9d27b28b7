/** How well a device heard its network, as it told on each connect; one value a minute at most. */
import { sql } from 'kysely';
import type { DeviceRef } from '../../../bus.ts';
import type { Scope } from '../../../caller.ts';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';

const MINUTE_MS = 60_000;
/** More points than this are more than a chart is wide. */
const MOST_POINTS = 2_000;

/** In the transaction that stores what the device said of itself; of a minute the last counts. */
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
  /** Oldest first. */
  readonly points: readonly SignalPoint[];
  /** There were more than are given. */
  readonly cut: boolean;
}

/** The newest of [from, to). */
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
    .limit(MOST_POINTS + 1)
    .execute();
  return { points: rows.slice(0, MOST_POINTS).reverse(), cut: rows.length > MOST_POINTS };
}
