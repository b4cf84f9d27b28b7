/** All devices of the user for trees and search. */
import type { Answer } from '../../lib/calls/call-types.ts';
import { useCallQuery } from '../../lib/calls/use-call.ts';
import { live } from '../../realtime/live-query.ts';
import type { RealtimeEvent } from '../../realtime/realtime-event.ts';
import { rowChange, withChange } from './row-after-event.ts';
import { type TreeDevice, toTreeDevice } from './tree-device.ts';

/**
 * A single page with all devices, as clients request the trees (docs/specification/devices.md 5.4).
 */
const FLEET_INPUT = { query: { pn: 1, ps: 100_000 } } as const;
/**
 * With ten thousand devices events arrive by the hundred, and each change sorts the list again.
 */
const GATHER_MS = 300;

type Fleet = Answer<'v2.devices'>;

const toDevices = (answer: Fleet): TreeDevice[] => answer.data.list.map(toTreeDevice);

export function useFleet() {
  return useCallQuery('v2.devices', FLEET_INPUT, {
    ...live(fleetAfterEvent, { gatherMs: GATHER_MS }),
    select: toDevices,
  });
}

/** The list after an event; returns the same object if nothing changes. */
export function fleetAfterEvent(fleet: Fleet, event: RealtimeEvent): Fleet {
  if (event.type !== 'PRESENCE' && event.type !== 'REMOTE_CONTROL') return fleet;
  const { list } = fleet.data;
  const at = list.findIndex((row) => row.device_code === event.deviceCode);
  const row = list[at];
  if (row === undefined) return fleet;
  const next = withChange(row, rowChange(row, event));
  return next === row ? fleet : { ...fleet, data: { ...fleet.data, list: list.with(at, next) } };
}
