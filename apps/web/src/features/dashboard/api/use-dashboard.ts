/**
 * Energy, online state and locations of the dashboard: six calls at once, and one more for hourly
 * values. Alarms need two calls, which makes the eight of docs/design.md 6.5. Amounts are refetched
 * every minute while the page is visible, and when it becomes visible again; counts and the map
 * follow the real-time channel.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Answer } from '../../../lib/calls/call-types.ts';
import { callKey, refetchCalls, useCallQuery } from '../../../lib/calls/use-call.ts';
import { useRealtime } from '../../../realtime/use-realtime.ts';

const MINUTE_MS = 60_000;
/** Monthly sums change slowly. */
const SLOW_MS = 5 * MINUTE_MS;
/**
 * Ten thousand devices change their online state by the hundred, so counts are refetched at most
 * this often.
 */
const COUNT_PAUSE_MS = 5_000;

/** Number of days of a day card; the newest is today. */
const SPARK_DAYS = 14;
const TREND_MONTHS = 6;
/** Devices listed individually; the others are one row. */
const SHARE_DEVICES = 8;

const live = { staleTime: MINUTE_MS / 2, refetchInterval: MINUTE_MS } as const;
const slow = { staleTime: MINUTE_MS, refetchInterval: SLOW_MS } as const;

export type EnergyFeeEntry = Answer<'v2.energy-fee'>['data']['list'][number];
export type TrendEntry = Answer<'v2.energy'>['data']['list'][number];
export type EnergyShare = Answer<'v2.energy-device'>['data'];
export type MapDevice = Answer<'v2.device-map'>['data']['device_map_list'][number];

const listOf = ({ data }: Answer<'v2.energy-fee'>) => data.list;

/** Today first, then earlier days. */
export function useDays() {
  return useCallQuery(
    'v2.energy-fee',
    { query: { date_type: 'day', count: SPARK_DAYS } },
    { ...live, select: listOf },
  );
}

/** This month and the two before it, with their days. */
export function useMonths() {
  return useCallQuery(
    'v2.energy-fee',
    { query: { date_type: 'month', count: 3, is_all: true } },
    { ...live, select: listOf },
  );
}

/** Today, yesterday and the day before by the hour; requested only while displayed. */
export function useHours(isWanted: boolean) {
  return useCallQuery(
    'v2.energy-fee',
    { query: { date_type: 'day', count: 3, is_all: true } },
    { ...live, enabled: isWanted, select: listOf },
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

export function useOnlineCounts() {
  return useCallQuery('v2.statistics-online', {}, { ...live, select: ({ data }) => data });
}

export function useMapDevices() {
  return useCallQuery('v2.device-map', {}, { ...slow, select: ({ data }) => data.device_map_list });
}

/** Keeps counts and map current between two responses; used once per page. */
export function useDashboardEvents(): void {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useRealtime((event) => {
    if (event.type !== 'PRESENCE' && event.type !== 'REMOTE_CONTROL') return;
    client.setQueryData<Answer<'v2.device-map'>>(callKey('v2.device-map', {}), (old) => {
      const list = old?.data.device_map_list ?? [];
      const at = list.findIndex((row) => row.device_code === event.deviceCode);
      const row = list[at];
      if (old === undefined || row === undefined) return old;
      const next = mapDeviceAfter(row, event);
      return next === row
        ? old
        : { ...old, data: { ...old.data, device_map_list: list.with(at, next) } };
    });
    if (event.type !== 'PRESENCE' || timer.current !== undefined) return;
    timer.current = setTimeout(() => {
      timer.current = undefined;
      void refetchCalls(client, 'v2.statistics-online');
    }, COUNT_PAUSE_MS);
  });
}

type DeviceEvent = Parameters<Parameters<typeof useRealtime>[0]>[0];

function mapDeviceAfter(row: MapDevice, event: DeviceEvent): MapDevice {
  if (event.type === 'PRESENCE') {
    const { presence } = event.presence;
    if (row.presence === presence) return row;
    return { ...row, presence, online: presence === 'online' };
  }
  if (event.type === 'REMOTE_CONTROL' && event.status !== '' && event.status !== row.status) {
    return { ...row, status: event.status };
  }
  return row;
}
