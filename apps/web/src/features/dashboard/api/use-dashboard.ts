/**
 * Energy, present state and locations of the dashboard: six calls at once, and one more for hourly
 * values. Alarms need two calls, which makes the eight of docs/design.md 6.5. Amounts are refetched
 * every minute while the page is visible, and when it becomes visible again; the present state and
 * the map follow the real-time channel.
 */
import { loadChange } from '../../../components/device-tree/load-after-event.ts';
import { rowChange, withChange } from '../../../components/device-tree/row-after-event.ts';
import { present } from '../../../lib/address/search-params.ts';
import type { Answer } from '../../../lib/calls/call-types.ts';
import { useCallQuery } from '../../../lib/calls/use-call.ts';
import { live } from '../../../realtime/live-query.ts';
import type { RealtimeEvent } from '../../../realtime/realtime-event.ts';
import { DAYS_INPUT, MONTHS_INPUT } from './first-amounts.ts';

const MINUTE_MS = 60_000;
/** Refetch interval of monthly sums, which change slowly. */
const SLOW_MS = 5 * MINUTE_MS;
/**
 * In a fleet of ten thousand devices, presence changes arrive by the hundred, so counts are
 * refetched at most this often.
 */
const COUNT_PAUSE_MS = 5_000;
/** Readings arrive all the time, so they refetch the sums less often than a changed breaker. */
const READINGS_PAUSE_MS = 20_000;

/** Events are collected, because each change clusters the devices of the map again. */
const MAP_GATHER_MS = 300;
/** On a larger map, loads are read again instead of following each reading. */
const LIVE_LOADS = 500;
const LOADS_AGAIN_MS = 2 * MINUTE_MS;

const TREND_MONTHS = 6;
/** Number of devices listed individually; all others share one row. */
const SHARE_DEVICES = 8;

const minutely = { staleTime: MINUTE_MS / 2, refetchInterval: MINUTE_MS } as const;
const slow = { staleTime: MINUTE_MS, refetchInterval: SLOW_MS } as const;

export type EnergyFeeEntry = Answer<'v2.energy-fee'>['data']['list'][number];
export type TrendEntry = Answer<'v2.energy'>['data']['list'][number];
export type EnergyShare = Answer<'v2.energy-device'>['data'];
export type DashboardNow = Answer<'v2.dashboard-now'>['data'];
export type MapDevice = Answer<'v2.device-map'>['data']['device_map_list'][number];

const listOf = ({ data }: Answer<'v2.energy-fee'>) => data.list;

export function useDays() {
  return useCallQuery('v2.energy-fee', DAYS_INPUT, { ...minutely, select: listOf });
}

export function useMonths() {
  return useCallQuery('v2.energy-fee', MONTHS_INPUT, { ...minutely, select: listOf });
}

/** Today, yesterday and the day before by the hour; requested only while displayed. */
export function useHours(isWanted: boolean) {
  return useCallQuery(
    'v2.energy-fee',
    { query: { date_type: 'day', count: 3, is_all: true } },
    { ...minutely, enabled: isWanted, select: listOf },
  );
}

export function useTrend() {
  return useCallQuery(
    'v2.energy',
    { query: { date_type: 'month', count: TREND_MONTHS } },
    { ...slow, select: ({ data }) => data.list },
  );
}

export function useShare() {
  return useCallQuery(
    'v2.energy-device',
    { query: { date_type: 'month', limit: SHARE_DEVICES } },
    { ...slow, select: ({ data }) => data },
  );
}

/** No event contains the sums, so a change of a device refetches them. */
export function useNow() {
  return useCallQuery(
    'v2.dashboard-now',
    {},
    { ...live(nowAfterEvent, { pauseMs: COUNT_PAUSE_MS }), select: ({ data }) => data },
  );
}

export function useMapDevices() {
  return useCallQuery(
    'v2.device-map',
    {},
    {
      ...live(mapAfterEvent, { gatherMs: MAP_GATHER_MS }),
      refetchInterval: ({ state: { data } }) =>
        data === undefined || isSmall(data) ? false : LOADS_AGAIN_MS,
      select: ({ data }) => data.device_map_list,
    },
  );
}

type NowAnswer = Answer<'v2.dashboard-now'>;

/** Presence, switches and alarms refetch at once; readings only if the answer has aged. */
export function nowAfterEvent(answer: NowAnswer, event: RealtimeEvent): NowAnswer | undefined {
  switch (event.type) {
    case 'PRESENCE':
    case 'REMOTE_CONTROL':
    case 'SLAVESTATUS':
    case 'ALARMS':
      return undefined;
    case 'VARIABLE':
      return event.reading.ts - answer.data.at >= READINGS_PAUSE_MS ? undefined : answer;
    default:
      return answer;
  }
}

type MapAnswer = Answer<'v2.device-map'>;

const isSmall = ({ data }: MapAnswer): boolean => data.device_map_list.length <= LIVE_LOADS;

function mapAfterEvent(answer: MapAnswer, event: RealtimeEvent): MapAnswer {
  if (event.type === 'VARIABLE' && !isSmall(answer)) return answer;
  const { device_map_list: list } = answer.data;
  const at = list.findIndex((row) => row.device_code === event.deviceCode);
  const row = list[at];
  if (row === undefined) return answer;
  const next = withChange(row, { ...stateChange(row, event), ...loadOf(loadChange(row, event)) });
  if (next === row) return answer;
  return { ...answer, data: { ...answer.data, device_map_list: list.with(at, next) } };
}

/** After a switching the load is unknown until the next reading, like in the answer of the server. */
function stateChange(row: MapDevice, event: RealtimeEvent): Partial<MapDevice> {
  const { presence = row.presence, status = row.status, status_at } = rowChange(row, event);
  const state = { presence, status, online: presence === 'online' };
  if (status === row.status) return state;
  const isNewer = (status_at ?? 0) > (row.load_at ?? 0);
  return isNewer
    ? { ...state, load_kw: null, load_percent: null, load_at: status_at ?? null }
    : state;
}

function loadOf(change: ReturnType<typeof loadChange>): Partial<MapDevice> {
  const { load_kw, load_percent, load_at, alarm_count, alarm_type } = change;
  return present({ load_kw, load_percent, load_at, alarm_count, alarm_type });
}
