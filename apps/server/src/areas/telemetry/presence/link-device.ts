/**
 * In-memory state of a connected device for the ingest: its identity, its slaves, and the values
 * that must be remembered between its messages.
 */
import { movedPath, type PathMove } from '@busbar/domain/access/group-tree';
import type { DeviceWatch } from '@busbar/domain/alarm/device-watch';
import type { DeviceKind } from '@busbar/domain/device/device-type';
import type { DeviceRef } from '../../../bus.ts';
import type { StoredZigbeeDevice } from '../../fleet/zigbee/zigbee-device-queries.ts';

/** State of one device, main or slave. All times are in epoch ms. */
export interface TrackedDevice {
  /** Replaced if the device's group is moved in the tree. */
  ref: DeviceRef;
  readonly expectedIntervalS: number;
  /** Time of registration, epoch ms; undefined: repeats of a former registration are not sought. */
  readonly registeredAt?: number | undefined;
  /** True for a device whose readings are neither counted, billed nor forwarded. */
  readonly simulated: boolean;
  /** Last reported signal; null if none was reported. */
  signalCsq: number | null;
  /** Newest stored measurement time; -Infinity if there is none. */
  newestMeasurementAt: number;
  newestRegistersAt: number;
  /** Last time given to a reading without a credible time; each such reading gets a unique time. */
  lastArrivalAt: number;
  /** Like `lastArrivalAt`, for messages that waited at a broker. */
  lastBacklogAt?: number;
  /** `heard_at` as stored in the database; written again only when it is at least a second old. */
  heardWrittenAt: number;
  /**
   * Time of the last reading with a wrong clock while a clock alarm is open; undefined if none is. An
   * older reading does not end the alarm: it was stored before the clock was wrong.
   */
  clockWrongAt: number | undefined;
  /** True for a slave that its gateway has reported as unreachable. */
  isUnreachable?: boolean;
  /** Platform rules applied to the device's live readings; undefined: no rules are applied. */
  watch?: DeviceWatch;
}

/** A connected device and the slaves it reports for (device protocol, "Identity"). */
export interface LinkDevice extends TrackedDevice {
  readonly kind: DeviceKind;
  /** Time of registration, epoch ms. */
  readonly registeredAt: number;
  /** True if the device belonged to another customer before. */
  readonly hadOtherOwner: boolean;
  /** Slaves by their address on the bus of the device. */
  readonly slaves: ReadonlyMap<number, TrackedDevice>;
  /** Devices behind a Zigbee bridge by their addresses in the Zigbee network. */
  readonly zigbeeDevices?: ReadonlyMap<string, StoredZigbeeDevice> | undefined;
}

/** Copies the remembered state to a new instance of the same device, whose values may be older. */
export function inherit(fresh: LinkDevice, old: LinkDevice): LinkDevice {
  inheritOne(fresh, old);
  for (const [address, slave] of fresh.slaves) {
    const before = old.slaves.get(address);
    if (before?.ref.deviceId === slave.ref.deviceId) inheritOne(slave, before);
  }
  return fresh;
}

function inheritOne(fresh: TrackedDevice, old: TrackedDevice): void {
  fresh.signalCsq = old.signalCsq ?? fresh.signalCsq;
  fresh.newestMeasurementAt = Math.max(fresh.newestMeasurementAt, old.newestMeasurementAt);
  fresh.newestRegistersAt = Math.max(fresh.newestRegistersAt, old.newestRegistersAt);
  fresh.lastArrivalAt = Math.max(fresh.lastArrivalAt, old.lastArrivalAt);
  if (old.lastBacklogAt !== undefined) fresh.lastBacklogAt = old.lastBacklogAt;
  fresh.heardWrittenAt = Math.max(fresh.heardWrittenAt, old.heardWrittenAt);
  fresh.clockWrongAt = old.clockWrongAt;
  if (old.isUnreachable !== undefined) fresh.isUnreachable = old.isUnreachable;
  if (old.watch === undefined || fresh.watch === undefined) return;
  old.watch.rerate(fresh.watch.rating);
  fresh.watch = old.watch;
}

/**
 * Updates the group path of the device and its slaves after a move of groups; pending messages get
 * the new path too.
 */
export function followMove(device: LinkDevice, customerId: number, move: PathMove): void {
  if (device.ref.customerId !== customerId) return;
  for (const one of [device, ...device.slaves.values()]) {
    const groupPath = movedPath(one.ref.groupPath, move);
    if (groupPath !== one.ref.groupPath) one.ref = { ...one.ref, groupPath };
  }
}
