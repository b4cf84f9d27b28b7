/** Devices of the map with the state and load that their pins show. */
import {
  PIN_LOADS,
  PIN_STATES,
  type PinLoad,
  type PinState,
  pinLoad,
  pinState,
  shownPercent,
} from '@busbar/domain/map/pin';
import { actionOfStatus, presenceOfWire } from '../../../components/device-tree/tree-device.ts';
import type { MapDevice } from '../api/use-dashboard.ts';
import type { MarkedDevice } from './device-clusters.ts';

export type PinView = 'state' | 'load';

export interface MapPin {
  readonly device: MapDevice;
  readonly state: PinState;
  readonly load: PinLoad;
  readonly percent: number | null;
}

export function mapPin(device: MapDevice): MapPin {
  const pinned = {
    presence: presenceOfWire(device.presence),
    action: actionOfStatus(device.status),
    alarmCount: device.alarm_count,
    loadPercent: device.load_percent,
  };
  return {
    device,
    state: pinState(pinned),
    load: pinLoad(pinned),
    percent: shownPercent(pinned),
  };
}

/** Lists of worst-first ranks; a cluster has the lowest rank of its devices. */
const RANKS: Readonly<Record<PinView, readonly string[]>> = { state: PIN_STATES, load: PIN_LOADS };

export function markedDevice({ device, percent, ...bands }: MapPin, view: PinView): MarkedDevice {
  const { device_code, lng_t, lat_t, online } = device;
  const rank = RANKS[view].indexOf(bands[view]);
  return { device_code, lng_t, lat_t, online, rank, percent };
}

export const stateOfRank = (rank: number): PinState => PIN_STATES[rank] ?? 'unknown';
export const loadOfRank = (rank: number): PinLoad => PIN_LOADS[rank] ?? 'unknown';
