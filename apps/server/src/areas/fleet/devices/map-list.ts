/**
 * Every device the caller may see, with what a map shows of it: ten thousand at once, every few
 * seconds. What changes by the second is read each time; what a person wrote (name, code, position)
 * is read again only when its row is another one, because names and degrees of 10,000 devices cost
 * the database and the reader two thirds of the whole answer.
 */
import { PRESENCES } from '@busbar/domain/device/presence';
import { sql } from 'kysely';
import type { Scope } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { actionOf, type DeviceSummary } from './device-summary.ts';
import { PRESENCE_JOINS, presenceAt } from './presence-sql.ts';

export type MapPlace = Pick<
  DeviceSummary,
  'deviceId' | 'deviceCode' | 'name' | 'longitude' | 'latitude' | 'bdLongitude' | 'bdLatitude'
>;

export type MapState = Pick<DeviceSummary, 'action' | 'presence' | 'signalCsq'>;

export interface MapMark {
  /** `<device id> <version of its row>`: while it is the same, so is the device's MapPlace. */
  readonly place: string;
  /** What `mapStateOf` reads. */
  readonly state: string;
}

/**
 * Of all devices, as one text: 10,000 rows cost the driver more than the whole answer. Sorted by
 * name or, for somebody who knows the order, not at all, which spares the database a third.
 */
export async function mapMarks(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  scope: Scope,
  order: 'by name' | 'any',
): Promise<MapMark[]> {
  const byName = sql`order by lower(device.name) collate "C", device.device_code collate "C"`;
  const { rows } = await sql<{ marks: string | null }>`
    select string_agg(concat_ws(' ', device.device_id, device.xmin, ${presenceAt(clock.now())},
      coalesce(state.switch_action, ''), state.signal_csq), ';'
      ${order === 'by name' ? byName : sql``}) as marks
    from device
    join user_group
      on user_group.customer_id = device.customer_id and user_group.group_id = device.group_id
    ${PRESENCE_JOINS}
    where device.customer_id = ${scope.customerId} and device.deleted_at is null
      and user_group.path @> array[${scope.groupId}::integer]`.execute(database.db);
  return marksOf(rows[0]?.marks ?? '');
}

/** `<device id> <version> <state>`, with a semicolon between. */
function marksOf(text: string): MapMark[] {
  const marks: MapMark[] = [];
  for (let at = 0; at < text.length; ) {
    const stop = text.indexOf(';', at);
    const end = stop < 0 ? text.length : stop;
    const state = text.indexOf(' ', text.indexOf(' ', at) + 1);
    marks.push({ place: text.slice(at, state), state: text.slice(state + 1, end) });
    at = end + 1;
  }
  return marks;
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
  const [word, action = '', csq] = text.split(' ');
  const presence = PRESENCES.find((one) => one === word);
  if (presence === undefined) throw new Error(`not the state of a mark: ${text}`);
  return { action: actionOf({ action }), presence, signalCsq: csq ? Number(csq) : null };
}
