/**
 * Recognises repeats of readings whose device time was rejected: such a reading is stored under its
 * time of arrival, so a repeat would get a different time and count as new. Repeats are recognised
 * by the device time and the content, for a day: a device that did not get its acknowledgement
 * repeats within minutes, and a clock that starts at 1970 after every power cut reaches the same
 * times again on another day.
 */

import type { Executor } from '../../../storage/database.ts';
import { findKnown } from './clock-error-queries.ts';
import { QUALITY_CLOCK, type ReadingRow } from './work.ts';

/** Returns the rows that repeat neither a stored row nor an earlier row in the list. */
export async function withoutClockRepeats(
  trx: Executor,
  rows: readonly ReadingRow[],
): Promise<readonly ReadingRow[]> {
  const refused = rows.filter(({ quality }) => quality === QUALITY_CLOCK);
  if (refused.length === 0) return rows;
  const repeats = new Set<ReadingRow>();
  const seen = new Set<string>();
  for (const row of refused) {
    const identity = identityOf(row);
    if (seen.has(identity)) repeats.add(row);
    seen.add(identity);
  }
  for (const { position, measurement_hash, registers_hash } of await findKnown(trx, refused)) {
    const row = refused[position - 1]!;
    const sameMeasured = row.measured === undefined || row.measuredHash === measurement_hash;
    const sameRegisters = row.registers === undefined || row.registersHash === registers_hash;
    if (sameMeasured && sameRegisters) repeats.add(row);
  }
  return repeats.size === 0 ? rows : rows.filter((row) => !repeats.has(row));
}

function identityOf(row: ReadingRow): string {
  return [row.device.ref.deviceId, row.deviceTime, row.measuredHash, row.registersHash].join();
}
