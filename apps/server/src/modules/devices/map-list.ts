/**
 * Every device the caller may see, with what a map shows of it: ten thousand at once, so only what is
 * shown is read.
 */
import { sql } from 'kysely';
import type { Scope } from '../../caller.ts';
import type { Context } from '../../context.ts';
import {
  actionOf,
  type DeviceSummary,
  type PackedSummary,
  packedFields,
  presenceOf,
} from './device-summary.ts';
import { PRESENCE_JOINS } from './presence-sql.ts';

export type MapDevice = Pick<
  DeviceSummary,
  | 'deviceId'
  | 'deviceCode'
  | 'name'
  | 'action'
  | 'presence'
  | 'signalCsq'
  | 'longitude'
  | 'latitude'
  | 'bdLongitude'
  | 'bdLatitude'
>;

const SHOWN = packedFields([
  'deviceId',
  'deviceCode',
  'name',
  'action',
  'connected',
  'heardAt',
  'expectedIntervalS',
  'signalCsq',
  'longitude',
  'latitude',
  'bdLongitude',
  'bdLatitude',
]);
const SLICE_ROWS = 1000;

/** By name, each slice as `show` makes it. */
export async function mapDevices<Shown>(
  ctx: Context,
  scope: Scope,
  show: (devices: readonly MapDevice[]) => Shown,
): Promise<Shown[]> {
  const { database } = ctx;
  const now = ctx.clock.now();
  const query = sql<PackedSummary>`
    select ${SHOWN.column}
    from device
    join user_group
      on user_group.customer_id = device.customer_id and user_group.group_id = device.group_id
    ${PRESENCE_JOINS}
    where device.customer_id = ${scope.customerId} and device.deleted_at is null
      and user_group.path @> array[${scope.groupId}::integer]
    order by lower(device.name) collate "C", device.device_code collate "C"`;
  const compilable = { compile: () => query.compile(database.db) };
  const slices: Shown[] = [];
  for await (const rows of database.stream<PackedSummary>(compilable, SLICE_ROWS)) {
    slices.push(show(rows.map((row) => mapDeviceOf(SHOWN.unpacked(row), now))));
  }
  return slices;
}

function mapDeviceOf(row: ReturnType<typeof SHOWN.unpacked>, now: number): MapDevice {
  return {
    deviceId: row.deviceId,
    deviceCode: row.deviceCode,
    name: row.name,
    action: actionOf(row),
    presence: presenceOf(row, now),
    signalCsq: row.signalCsq,
    longitude: row.longitude,
    latitude: row.latitude,
    bdLongitude: row.bdLongitude,
    bdLatitude: row.bdLatitude,
  };
}
