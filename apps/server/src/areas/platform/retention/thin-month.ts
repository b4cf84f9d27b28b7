/**
 * Thins a month of raw readings in pieces: some readings of one device, in a separate transaction.
 * After an interruption it resumes where the raw readings begin.
 */

import type { Context } from '../../../context.ts';
import { monthOf, type RawTable } from '../../../storage/partitions.ts';
import { findPiece, mayThin, type ThinPlace, thinReadings } from './thinning-queries.ts';

const MAX_READINGS_PER_PIECE = 20_000;

export const FIRST_PLACE: ThinPlace = { customerId: 0, deviceId: 0, from: 0 };

/** busy: another process is thinning, or a report is reading the month. */
export type Thinned = ThinPlace | 'done' | 'busy';

export async function thinPiece(
  ctx: Context,
  table: RawTable,
  month: string,
  place: ThinPlace,
): Promise<Thinned> {
  const { database } = ctx;
  const { start, end } = monthOf(month);
  // Uses the partition directly, which only the owner role can access.
  return database.as('owner').transaction(async (trx): Promise<Thinned> => {
    if (!(await mayThin(trx, table, start, end))) return 'busy';
    const piece = await findPiece(trx, month, place, MAX_READINGS_PER_PIECE);
    if (piece === undefined) return 'done';
    const { customerId, deviceId, from, until } = piece;
    const next = Math.min(until ?? end, end);
    await thinReadings(trx, table, month, { customerId, deviceId, from, until: next });
    return { customerId, deviceId, from: next };
  });
}
