/**
 * A device as the ingest keeps it while it is connected: who it is, for whom it speaks, and the
 * little that has to be remembered between its messages.
 */
import { movedPath, type PathMove } from '@busbar/domain/access/group-tree';
import type { DeviceWatch } from '@busbar/domain/alarm/device-watch';
import type { DeviceKind } from '@busbar/domain/device/device-type';
import type { DeviceRef } from '../../../bus.ts';

/** One device, main or slave, with what is remembered of it. Times in epoch ms. */
export interface TrackedDevice {
  /** Another one when its group is moved in the tree. */
  ref: DeviceRef;
  readonly expectedIntervalS: number;
  /** Last signal it told; null when it never did. */
  signalCsq: number | null;
  /** Newest measured time stored, -Infinity when there is none. */
  newestMeasurementAt: number;
  newestRegistersAt: number;
  /** Last time given to a reading that came without a believable one; each gets its own. */
  lastArrivalAt: number;
  /** The same for messages that waited at a broker. */
  lastBacklogAt?: number;
  /** `heard_at` as it stands in the database; written again only when it is a second old. */
  heardWrittenAt: number;
  /** A clock alarm is open: it is raised once, until the clock is right again. */
  clockWrong: boolean;
  /** The platform's rules over its live readings; absent: nobody judges them. */
  watch?: DeviceWatch;
}

/** A connected device and the slaves it speaks for (device protocol, "Identity"). */
export interface LinkDevice extends TrackedDevice {
  readonly kind: DeviceKind;
  /** When it was registered, epoch ms. */
  readonly registeredAt: number;
  /** Another customer had it before. */
  readonly hadOtherOwner: boolean;
  /** By address on its line. */
  readonly slaves: ReadonlyMap<number, TrackedDevice>;
}

/** Hands what is remembered over to a fresh copy of the same device, which may have lagged behind. */
export function inherit(fresh: LinkDevice, old: LinkDevice): LinkDevice {
  inheritOne(fresh, old);
  for (const [address, slave] of fresh.slaves) {
    const before = old.slaves.get(address);
    if (before?.ref.deviceId === slave.ref.deviceId) inheritOne(slave, before);
  }
  return fresh;
}

function inheritOne(fresh: TrackedDevice, old: TrackedDevice): void {
  fresh.newestMeasurementAt = Math.max(fresh.newestMeasurementAt, old.newestMeasurementAt);
  fresh.newestRegistersAt = Math.max(fresh.newestRegistersAt, old.newestRegistersAt);
  fresh.lastArrivalAt = Math.max(fresh.lastArrivalAt, old.lastArrivalAt);
  if (old.lastBacklogAt !== undefined) fresh.lastBacklogAt = old.lastBacklogAt;
  fresh.heardWrittenAt = Math.max(fresh.heardWrittenAt, old.heardWrittenAt);
  fresh.clockWrong = old.clockWrong;
  if (old.watch === undefined || fresh.watch === undefined) return;
  old.watch.rerate(fresh.watch.rating);
  fresh.watch = old.watch;
}

/** The device and its slaves hang where a move of groups has put them; messages under way follow. */
export function followMove(device: LinkDevice, customerId: number, move: PathMove): void {
  if (device.ref.customerId !== customerId) return;
  for (const one of [device, ...device.slaves.values()]) {
    const groupPath = movedPath(one.ref.groupPath, move);
    if (groupPath !== one.ref.groupPath) one.ref = { ...one.ref, groupPath };
  }
}
