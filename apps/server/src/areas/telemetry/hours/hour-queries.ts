/** Queries that compute the hourly aggregates. */

import { CompiledQuery, sql } from 'kysely';
import type { Context } from '../../../context.ts';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import { overCustomers } from '../../../storage/distributed/over-customers.ts';
import { hourTable, monthOf, readPartitions, startOfMonth } from '../../../storage/partitions.ts';
import { CLEAR_HOURS, HOUR, MAKE_HOURS } from './hour-statement-queries.ts';

/**
 * Resets watermarks that were set while the clock was ahead: readings that arrive at the correct
 * time would be older than them without counting as late.
 */
export async function takeBackTooFar(db: Executor, until: number): Promise<void> {
  await sql`update measurement_folded set until = ${instant(until)}
    where until > ${instant(until)}`.execute(db);
}

/** Inserts a row for each device that has no watermark yet. */
export async function beginDevices(db: Executor): Promise<void> {
  await sql`insert into measurement_folded (customer_id, device_id)
    select customer_id, device_id from device d
    where not exists (select 1 from measurement_folded f
      where f.customer_id = d.customer_id and f.device_id = d.device_id)
    order by 1, 2 on conflict do nothing`.execute(db);
}

/**
 * Aggregates the next piece. Returns `none` if no device has readings to aggregate or other
 * processes have claimed them all, or the piece if its monthly partitions are missing.
 */
export async function foldPiece(
  { database }: Context,
  until: number,
): Promise<'none' | 'done' | Piece> {
  return database.transaction(async (trx) => {
    const device = await claimDevice(trx, until);
    if (device === undefined) return 'none';
    const piece = await findPiece(trx, device, until, MAX_READINGS_PER_PIECE);
    const { customerId, deviceId, from, to } = piece;
    if (from < to) {
      if (!(await hasMonths(trx, piece))) return piece;
      const place = [customerId, deviceId, new Date(from), new Date(to)];
      await trx.executeQuery(CompiledQuery.raw(CLEAR_HOURS, place));
      await trx.executeQuery(CompiledQuery.raw(MAKE_HOURS, place));
    }
    await sql`update measurement_folded set until = ${instant(to)}
      where customer_id = ${customerId} and device_id = ${deviceId}`.execute(trx);
    return 'done';
  });
}

/** Locks a device until its piece is written; late readings wait, then reset the new watermark. */
async function claimDevice(trx: Executor, until: number): Promise<Claimed | undefined> {
  const isDue = sql`(f.until is null or f.until < ${instant(until)})`;
  const [claimed] = await overCustomers(
    trx,
    sql`select f.customer_id as "customerId" from measurement_folded f where ${isDue}
      order by f.until nulls first limit 1`,
    (within) => sql<Claimed>`
    select f.customer_id as "customerId", f.device_id as "deviceId", f.until as edge
    from measurement_folded f where ${isDue} and ${within('f')}
    order by f.until nulls first limit 1 for update skip locked`,
  );
  return claimed;
}

async function findPiece(
  trx: Executor,
  { customerId, deviceId, edge }: Claimed,
  until: number,
  readings: number,
): Promise<Piece> {
  const after = edge === null ? sql`'-infinity'::timestamptz` : instant(edge);
  const within = sql`customer_id = ${customerId} and device_id = ${deviceId} and ts < ${instant(until)}`;
  const { rows } = await sql<{ first: number | null; beyond: number | null }>`
    select date_bin(${sql.raw(HOUR)}, first, timestamptz 'epoch') as first,
      (select date_bin(${sql.raw(HOUR)}, ts, timestamptz 'epoch') from measurement
        where ${within} and ts >= first order by ts offset ${sql.lit(readings)} limit 1) as beyond
    from (select least(
      (select ts from measurement where ${within} and ts >= ${after} order by ts limit 1),
      (select ts from measurement_quarter where ${within} and ts >= ${after} order by ts limit 1)
    ) as first) of_first`.execute(trx);
  const { first, beyond } = rows[0]!;
  if (first === null) return { customerId, deviceId, from: until, to: until };
  const to = Math.min(
    until,
    first + LONGEST_PIECE_MS,
    Math.max(beyond ?? Number.POSITIVE_INFINITY, first + HOUR_MS),
  );
  return { customerId, deviceId, from: first, to };
}

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

export const MAX_READINGS_PER_PIECE = 10_000;

/** Maximum length of a piece: shorter than any month; 2,600 quarter hours of thinned readings. */
export const LONGEST_PIECE_MS = 27 * DAY_MS;

export interface Piece {
  readonly customerId: number;
  readonly deviceId: number;
  /** Start and end: epoch ms, whole hours, half-open; equal without measurements before `until`. */
  readonly from: number;
  readonly to: number;
}

/**
 * Returns true if the partitions of the piece exist. A piece is shorter than a month, so it covers
 * only the months of its start and of its end.
 */
export async function hasMonths(trx: Executor, { from, to }: Piece): Promise<boolean> {
  const wanted = new Set([from, to - 1].map(startOfMonth));
  const partitions = (await readPartitions(trx)).filter(
    ({ table, name }) => table === hourTable && wanted.has(monthOf(name).start),
  );
  return partitions.length === wanted.size;
}

export interface Claimed {
  readonly customerId: number;
  readonly deviceId: number;
  readonly edge: number | null;
}
