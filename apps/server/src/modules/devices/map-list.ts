/**
 * Every device the caller may see, with what a map shows of it: ten thousand at once, every few
 * seconds. What changes by the second is read each time; what a person wrote (name, code, position)
 * is read again only when its row is another one, because names and degrees of 10,000 devices cost
 * the database and the reader two thirds of the whole answer.
 */
import { PRESENCES } from '@busbar/domain/device/presence';
import { sql } from 'kysely';
import type { Scope } from '../../caller.ts';
import type { Context } from '../../context.ts';
import { actionOf, type DeviceSummary } from './device-summary.ts';
import { PRESENCE_JOINS, presenceAt } from './presence-sql.ts';

export type MapPlace = Pick<
  DeviceSummary,
  'deviceId' | 'deviceCode' | 'name' | 'longitude' | 'latitude' | 'bdLongitude' | 'bdLatitude'
>;

export type MapState = Pick<DeviceSummary, 'action' | 'presence' | 'signalCsq'>;

/** Two texts, because 10,000 rows of five values take the driver half as long again. */
export interface MapMark {
  /** `<device id> <version of its row>`: while it is the same, so is the device's MapPlace. */
  readonly place: string;
  /** What `mapStateOf` reads. */
  readonly state: string;
}

const SLICE_ROWS = 1000;

/** By name. */
export function mapMarks(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  scope: Scope,
): AsyncGenerator<MapMark[]> {
  const query = sql<MapMark>`
    select device.device_id || ' ' || device.xmin::text as place,
      coalesce(state.switch_action, '') || ' ' || ${presenceAt(clock.now())} || ' '
        || coalesce(state.signal_csq::text, '') as state
    from device
    join user_group
      on user_group.customer_id = device.customer_id and user_group.group_id = device.group_id
    ${PRESENCE_JOINS}
    where device.customer_id = ${scope.customerId} and device.deleted_at is null
      and user_group.path @> array[${scope.groupId}::integer]
    order by lower(device.name) collate "C", device.device_code collate "C"`;
  return database.stream<MapMark>({ compile: () => query.compile(database.db) }, SLICE_ROWS);
}

/** Of the customer's devices; `mark` is the version that was read, maybe newer than the one asked for. */
export async function mapPlaces(
  { database }: Context,
  { customerId }: Scope,
  marks: readonly string[],
): Promise<(MapPlace & { readonly mark: string })[]> {
  const ids = marks.map((mark) => Number(mark.slice(0, mark.indexOf(' '))));
  const { rows } = await sql<MapPlace & { mark: string }>`
    select device_id || ' ' || xmin::text as mark, device_id as "deviceId",
      device_code as "deviceCode", name, longitude, latitude,
      bd_longitude as "bdLongitude", bd_latitude as "bdLatitude"
    from device
    where customer_id = ${customerId} and device_id = any(${ids}::integer[])`.execute(database.db);
  return rows;
}

/** @throws when the text is not one of a mark. */
export function mapStateOf(text: string): MapState {
  const [action = '', word, csq] = text.split(' ');
  const presence = PRESENCES.find((one) => one === word);
  if (presence === undefined) throw new Error(`not the state of a mark: ${text}`);
  return { action: actionOf({ action }), presence, signalCsq: csq ? Number(csq) : null };
}
