/** All devices of the user for trees and search, updated by events of the real-time channel. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Answer } from '../../lib/calls/call-types.ts';
import { callKey, useCallQuery } from '../../lib/calls/use-call.ts';
import type { RealtimeEvent } from '../../realtime/realtime-event.ts';
import { useRealtime } from '../../realtime/use-realtime.ts';
import { type DeviceWireRow, type TreeDevice, toTreeDevice } from './tree-device.ts';

/**
 * A single page with all devices, as clients request the trees (docs/specification/devices.md 5.4).
 */
const FLEET_INPUT = { query: { pn: 1, ps: 100_000 } } as const;
/** Refetch interval as a fallback for missing events. */
const REFRESH_MS = 60_000;
const GATHER_MS = 300;

type Fleet = Answer<'v2.devices'>;

const toDevices = (answer: Fleet): TreeDevice[] => answer.data.list.map(toTreeDevice);

export function useFleet() {
  return useCallQuery('v2.devices', FLEET_INPUT, {
    select: toDevices,
    staleTime: REFRESH_MS,
    refetchInterval: REFRESH_MS,
  });
}

/**
 * Updates the list from events; used once per page. Events are batched, because with ten thousand
 * devices they arrive by the hundred, and each change sorts the list again.
 */
export function useFleetEvents(): void {
  const client = useQueryClient();
  const waiting = useRef<RealtimeEvent[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useRealtime((event) => {
    if (changeOf(event) === undefined) return;
    waiting.current.push(event);
    if (waiting.current.length > 1) return;
    timer.current = setTimeout(() => {
      const events = waiting.current.splice(0);
      client.setQueryData<Fleet>(callKey('v2.devices', FLEET_INPUT), (old) =>
        events.reduce(afterEvent, old),
      );
    }, GATHER_MS);
  });
}

/** The list after an event; returns the same object if nothing changes. */
export function afterEvent(fleet: Fleet | undefined, event: RealtimeEvent): Fleet | undefined {
  if (fleet === undefined) return fleet;
  const change = changeOf(event);
  if (change === undefined) return fleet;
  const at = fleet.data.list.findIndex((row) => row.device_code === event.deviceCode);
  const row = fleet.data.list[at];
  if (row === undefined) return fleet;
  const same = Object.entries(change).every(
    ([key, value]) => row[key as keyof DeviceWireRow] === value,
  );
  if (same) return fleet;
  const list = fleet.data.list.with(at, { ...row, ...change });
  return { ...fleet, data: { ...fleet.data, list } };
}

function changeOf(event: RealtimeEvent): Partial<DeviceWireRow> | undefined {
  if (event.type === 'PRESENCE') {
    const { presence, csq, ts } = event.presence;
    return {
      presence,
      online: presence === 'online',
      heard_at: ts,
      ...(csq === null ? {} : { csq }),
    };
  }
  if (event.type === 'REMOTE_CONTROL' && event.status !== '') {
    return { status: event.status, status_at: event.command.ts };
  }
  return undefined;
}
