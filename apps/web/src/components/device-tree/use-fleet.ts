/** All devices of the user for trees and search. */
import type { Answer } from '../../lib/calls/call-types.ts';
import { useCallQuery } from '../../lib/calls/use-call.ts';
import { live } from '../../realtime/live-query.ts';
import type { RealtimeEvent } from '../../realtime/realtime-event.ts';
import { loadChange } from './load-after-event.ts';
import { rowChange, withChange } from './row-after-event.ts';
import { type DeviceWireRow, type TreeDevice, toTreeDevice } from './tree-device.ts';

/** One page with all devices, as clients request the trees (docs/specification/devices.md 5.4). */
const FLEET_INPUT = { query: { pn: 1, ps: 100_000 } } as const;
/**
 * Delay in which events are collected: with ten thousand devices they arrive by the hundreds, and
 * each change sorts the list again.
 */
const GATHER_MS = 300;
/**
 * Loads of a longer list are read again instead of following each reading: hundreds a second would
 * sort the tree without pause.
 */
const LIVE_LOADS = 500;
const LOADS_AGAIN_MS = 120_000;

type Fleet = Answer<'v2.devices'>;

/** An event replaces one row of thousands, and each page with a tree converts all of them. */
const converted = new WeakMap<DeviceWireRow, TreeDevice>();

const toDevices = (answer: Fleet): TreeDevice[] =>
  answer.data.list.map((row) => {
    const device = converted.get(row) ?? toTreeDevice(row);
    converted.set(row, device);
    return device;
  });

export function useFleet() {
  return useCallQuery('v2.devices', FLEET_INPUT, {
    ...live(fleetAfterEvent, { gatherMs: GATHER_MS }),
    refetchInterval: ({ state: { data } }) =>
      data === undefined || isShort(data) ? false : LOADS_AGAIN_MS,
    select: toDevices,
  });
}

/** Returns the list after an event; the same object if nothing changes. */
export function fleetAfterEvent(fleet: Fleet, event: RealtimeEvent): Fleet {
  if (event.type === 'ALARM' || (event.type === 'VARIABLE' && isShort(fleet))) {
    return fleetWith(fleet, event.deviceCode, (row) => loadChange(row, event));
  }
  if (event.type !== 'PRESENCE' && event.type !== 'REMOTE_CONTROL') return fleet;
  return fleetWith(fleet, event.deviceCode, (row) => rowChange(row, event));
}

const isShort = ({ data }: Fleet): boolean => data.list.length <= LIVE_LOADS;

/**
 * A page is short, so unlike the list of all devices it always applies readings: an online device
 * shows its load and when it was last seen. The channel carries the readings of all devices, so a
 * page needs no refetch for its loads; its order stays as it was read.
 */
export function pageAfterEvent(page: Fleet, event: RealtimeEvent): Fleet {
  if (event.type !== 'VARIABLE') return fleetAfterEvent(page, event);
  const { ts } = event.reading;
  return fleetWith(page, event.deviceCode, (row) => ({
    heard_at: Math.max(row.heard_at ?? 0, ts),
    ...loadChange(row, event),
  }));
}

/** Returns the list with a change of one row; the same object if nothing changes. */
function fleetWith(
  fleet: Fleet,
  code: string,
  changeOf: (row: DeviceWireRow) => Partial<DeviceWireRow>,
): Fleet {
  const { list } = fleet.data;
  const at = list.findIndex((row) => row.device_code === code);
  const row = list[at];
  if (row === undefined) return fleet;
  const next = withChange(row, changeOf(row));
  return next === row ? fleet : { ...fleet, data: { ...fleet.data, list: list.with(at, next) } };
}
