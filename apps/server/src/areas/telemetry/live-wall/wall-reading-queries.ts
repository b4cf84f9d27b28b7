/**
 * Initial readings for the charts of a live wall: the newest reading of each device, however old,
 * and the last one of each half minute of the last quarter hour. A cell of the wall cannot display
 * a finer resolution.
 */
import { isDeviceCode } from '@busbar/domain/device/device-code';
import type { Measurement } from '@busbar/domain/device/measurement';
import { sql } from 'kysely';
import type { Scope } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { instant } from '../../../storage/column-types.ts';
import { type MeasurementColumn, measurementColumns } from '../../../storage/reading-columns.ts';
import { measurementOf } from '../../fleet/readings/reading-fields.ts';
import { parseId } from '../../shared/identifier.ts';

const RECENT_MS = 15 * 60_000;
const STEP_S = 30;

export interface WallReading {
  readonly deviceCode: string;
  /** Expected reporting interval of the device, s. */
  readonly intervalS: number;
  /** Epoch ms. */
  readonly ts: number;
  readonly measurement: Measurement;
}

type Row = { deviceCode: string; intervalS: number; ts: number } & Record<
  MeasurementColumn,
  number | null
>;

/** Finds readings by device code or id, in the scope; ordered by device, then time. */
export async function findWallReadings(
  ctx: Context,
  scope: Scope,
  names: readonly string[],
): Promise<WallReading[]> {
  const codes = names.filter(isDeviceCode);
  const ids = names.map(parseId).filter((id) => id !== undefined);
  const columns = sql.join(['ts', ...measurementColumns].map((column) => sql.ref(column)));
  const { rows } = await sql<Row>`
    select d.device_code as "deviceCode", d.expected_interval_s as "intervalS", r.*
    from device d
    join user_group g on g.customer_id = d.customer_id and g.group_id = d.group_id
    cross join lateral (
      (select ${columns} from measurement m
        where m.customer_id = d.customer_id and m.device_id = d.device_id
        order by m.ts desc limit 1)
      union
      (select distinct on (floor(extract(epoch from m.ts) / ${sql.lit(STEP_S)})) ${columns}
        from measurement m
        where m.customer_id = d.customer_id and m.device_id = d.device_id
          and m.ts > ${instant(ctx.clock.now() - RECENT_MS)}
        order by floor(extract(epoch from m.ts) / ${sql.lit(STEP_S)}), m.ts desc)
    ) r
    where d.customer_id = ${scope.customerId} and d.deleted_at is null
      and g.path @> array[${scope.groupId}::integer]
      and (d.device_code = any(${sql.val(codes)}::text[])
        or d.device_id = any(${sql.val(ids)}::integer[]))
    order by d.device_code, r.ts`.execute(ctx.database.db);
  return rows.map((row) => ({
    deviceCode: row.deviceCode,
    intervalS: row.intervalS,
    ts: row.ts,
    measurement: measurementOf(row),
  }));
}
