/** Queries for the thinning of old readings. */

import { CompiledQuery, type RawBuilder, sql } from 'kysely';
import { LOCKS } from '../../../storage/advisory-locks.ts';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import type { RawTable } from '../../../storage/partitions.ts';
import { QUARTER, thinMeasurements, thinRegisters } from './thin-statement-queries.ts';

export async function mayThin(
  trx: Executor,
  table: RawTable,
  start: number,
  end: number,
): Promise<boolean> {
  const { rows } = await sql<{ held: boolean; isRead: boolean }>`
    select pg_try_advisory_xact_lock(${LOCKS.thinning}::bigint) as held, set_config('enable_seqscan', 'off', true),
      exists (
      select 1 from report_task where state in ('waiting', 'running') and type = 'parameter'
        and ${table} = 'measurement' and from_at < ${instant(end)} and to_at > ${instant(start)}
      ) as "isRead"`.execute(trx);
  return rows[0]!.held && !rows[0]!.isRead;
}

export async function findPiece(
  trx: Executor,
  month: string,
  { customerId, deviceId, from }: ThinPlace,
  readings: number,
): Promise<Piece | undefined> {
  const quarter = (at: RawBuilder<unknown>) =>
    sql`date_bin(${sql.raw(QUARTER)}, ${at}, timestamptz 'epoch')`;
  const { rows } = await sql<ThinPlace & { readonly first: string }>`
    select customer_id as "customerId", device_id as "deviceId",
      ${quarter(sql`ts`)} as "from", ts::text as first from ${sql.table(month)}
    where (customer_id, device_id, ts) >= (${customerId}, ${deviceId}, ${instant(from)})
    order by customer_id, device_id, ts limit 1`.execute(trx);
  if (rows[0] === undefined) return undefined;
  const { first, ...place } = rows[0];
  const firstAt = sql`${first}::timestamptz`;
  const beyond = await sql<{ until: number }>`
    select greatest(${quarter(sql`ts`)}, ${quarter(firstAt)} + ${sql.raw(QUARTER)}) as until
    from ${sql.table(month)}
    where customer_id = ${place.customerId} and device_id = ${place.deviceId} and ts >= ${firstAt}
    order by ts offset ${sql.lit(readings)} limit 1`.execute(trx);
  return { ...place, until: beyond.rows[0]?.until };
}

/** Start of the next piece. */
export interface ThinPlace {
  readonly customerId: number;
  readonly deviceId: number;
  /** Epoch ms. */
  readonly from: number;
}

export interface Piece extends ThinPlace {
  /** End of the piece, aligned to a quarter hour; undefined for the device's remaining readings. */
  readonly until: number | undefined;
}

export async function thinReadings(
  trx: Executor,
  table: RawTable,
  month: string,
  { customerId, deviceId, from, until: next }: ThinPlace & { readonly until: number },
): Promise<void> {
  const statement = table === 'measurement' ? thinMeasurements(month) : thinRegisters(month);
  await trx.executeQuery(
    CompiledQuery.raw(statement, [customerId, deviceId, new Date(from), new Date(next)]),
  );
}
