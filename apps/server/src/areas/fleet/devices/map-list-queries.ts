/**
 * All real devices that the caller can see, with the data of the map: ten thousand at once, every few
 * seconds. State is read every time; user-entered data (name, code, position) is read again only if
 * its row has changed, because names and coordinates of 10,000 devices make up two thirds of the
 * cost of the response for the database and the client.
 */
import { PRESENCES } from '@busbar/domain/device/presence';
import { sql } from 'kysely';
import type { Scope } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { isCounted } from '../../shared/counted-device-queries.ts';
import { isInScope } from '../../shared/group-scope-queries.ts';
import { actionOf, type DeviceSummary } from './device-summary.ts';
import { openAlarmCounts } from './open-alarm-queries.ts';
import { PRESENCE_JOINS, presenceAt } from './presence-queries.ts';

export type MapPlace = Pick<
  DeviceSummary,
  | 'deviceId'
  | 'deviceCode'
  | 'name'
  | 'longitude'
  | 'latitude'
  | 'bdLongitude'
  | 'bdLatitude'
  | 'ratedCurrentA'
>;

export type MapState = Pick<
  DeviceSummary,
  'action' | 'presence' | 'signalCsq' | 'alarmCount' | 'alarmType'
>;

export interface MapMark {
  /** `<device id> <row version>`; the device's MapPlace changes only if this value changes. */
  readonly place: string;
  /** Input of `mapStateOf`. */
  readonly state: string;
  /**
   * `<kW> <highest A> <rated A> <epoch ms>`, in which an unknown number is empty; empty without a
   * reading of the present position.
   */
  readonly load: string;
}

/**
 * Reads all devices as one text, because 10,000 rows cost the driver more than the whole response.
 * Sorted by name, or unsorted for a caller that already knows the order, which saves a third of the
 * database time.
 */
export async function mapMarks(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  scope: Scope,
  order: 'by name' | 'any',
): Promise<MapMark[]> {
  const now = clock.now();
  const byName = sql`order by lower(device.name) collate "C", device.device_code collate "C"`;
  const { rows } = await sql<{ marks: string | null }>`
    select string_agg(concat_ws(' ', device.device_id, device.xmin, ${presenceAt(now)},
      coalesce(state.switch_action, ''), coalesce(state.signal_csq::text, ''),
      coalesce(standing.alarms, 0), standing.alarm_type) || '|' || ${LOAD}, ';'
      ${order === 'by name' ? byName : sql``}) as marks
    from device
    join user_group
      on user_group.customer_id = device.customer_id and user_group.group_id = device.group_id
    ${PRESENCE_JOINS}
    left join (${openAlarmCounts(scope, now)}) standing
      on standing.customer_id = device.customer_id and standing.device_id = device.device_id
    where device.customer_id = ${scope.customerId} and device.deleted_at is null
      and ${isCounted('device')}
      and ${isInScope(scope, sql`user_group.path`)}`.execute(database.db);
  return marksOf(rows[0]?.marks ?? '');
}

/** A reading from before the last switching is left out, as in `isOfPresentPosition`. */
const LOAD = sql`case
  when state.measured_at >= coalesce(state.switch_since, state.switch_reported_at, state.measured_at)
  then concat(state.active_power_kw, ' ', state.highest_current_a, ' ', device.rated_current_a, ' ',
    (date_part('epoch', state.measured_at) * 1000)::bigint)
  else '' end`;

/** Format: `<device id> <version> <state>|<load>`, separated by semicolons. */
function marksOf(text: string): MapMark[] {
  const marks: MapMark[] = [];
  for (let at = 0; at < text.length; ) {
    const stop = text.indexOf(';', at);
    const end = stop < 0 ? text.length : stop;
    const state = text.indexOf(' ', text.indexOf(' ', at) + 1);
    const load = text.indexOf('|', state);
    marks.push({
      place: text.slice(at, state),
      state: text.slice(state + 1, load),
      load: text.slice(load + 1, end),
    });
    at = end + 1;
  }
  return marks;
}

/**
 * Returns the places of the customer's devices; `mark` contains the row version that was read,
 * which may be newer than the requested one.
 */
export async function mapPlaces(
  { database }: Context,
  { customerId }: Scope,
  marks: readonly string[],
): Promise<(MapPlace & { readonly mark: string })[]> {
  const ids = marks.map((mark) => Number(mark.slice(0, mark.indexOf(' '))));
  const { rows } = await sql<MapPlace & { mark: string }>`
    select device_id || ' ' || xmin::text as mark, device_id as "deviceId",
      device_code as "deviceCode", name, longitude, latitude,
      bd_longitude as "bdLongitude", bd_latitude as "bdLatitude",
      rated_current_a as "ratedCurrentA"
    from device
    where customer_id = ${customerId} and device_id = any(${ids}::integer[])`.execute(database.db);
  return rows;
}

/** Throws if the text is not the `state` of a `MapMark`. */
export function mapStateOf(text: string): MapState {
  const [name, action = '', csq, alarms, alarmType] = text.split(' ');
  const presence = PRESENCES.find((one) => one === name);
  if (presence === undefined) throw new Error(`not the state of a mark: ${text}`);
  return {
    action: actionOf({ action }),
    presence,
    signalCsq: numberOf(csq),
    alarmCount: Number(alarms),
    alarmType: alarmType ?? null,
  };
}

const numberOf = (text: string | undefined): number | null =>
  text === undefined || text === '' ? null : Number(text);
