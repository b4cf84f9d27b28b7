/** Finds the hourly aggregates of a device that are available for a long chart. */
import type { Executor } from '../../../storage/database.ts';
import type { ComputedHours, HistorySpan } from './history-span.ts';

const HOUR_MS = 3_600_000;
const up = (at: number): number => Math.ceil(at / HOUR_MS) * HOUR_MS;
const down = (at: number): number => Math.floor(at / HOUR_MS) * HOUR_MS;

/** Returns the whole hours of the span that are aggregated; undefined if there are none. */
export async function readComputedHours(
  executor: Executor,
  { customerId, deviceId, from, to }: HistorySpan,
): Promise<ComputedHours | undefined> {
  const row = await executor
    .selectFrom('measurement_folded')
    .select('until')
    .where('customer_id', '=', customerId)
    .where('device_id', '=', deviceId)
    .executeTakeFirst();
  const hours = { from: up(from), to: down(Math.min(to, row?.until ?? from)) };
  return hours.from < hours.to ? hours : undefined;
}
