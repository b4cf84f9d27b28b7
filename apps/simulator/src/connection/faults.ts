/**
 * Scripted faults observed on devices in the field, by name. Each fault changes a device at an
 * instant and returns the messages that the device sends immediately. Network faults (loss, delay,
 * duplication on the wire) belong to the fault proxy. Two connections with one code are not
 * included: a fleet opens one connection per device, so that requires two fleets.
 */
import { offsetMs } from '@busbar/domain/calendar';
import { SLOTS } from '@busbar/domain/slot/slot-table';
import type { SimulatedDevice } from '../device/device.ts';
import type { Outgoing } from '../device/outgoing.ts';
import { METER_FAULTS, type MeterFaultName } from '../meter/meter-faults.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

type Fault = (device: SimulatedDevice, now: number) => readonly Outgoing[] | undefined;

const eachMeter =
  (name: MeterFaultName): Fault =>
  (device, now) => {
    for (const unit of device.units) METER_FAULTS[name](unit.meter, now);
    return undefined;
  };

const quirk =
  (change: (device: SimulatedDevice, now: number) => Partial<SimulatedDevice['quirks']>): Fault =>
  (device, now) => {
    Object.assign(device.quirks, change(device, now));
    return undefined;
  };

export const FAULTS = {
  'counter-reset': eachMeter('counter-reset'),
  'counter-step-back': eachMeter('counter-step-back'),
  'counter-rollover': eachMeter('counter-rollover'),
  'meter-swap': eachMeter('meter-swap'),
  'silent-month': quirk((_device, now) => ({ silentUntil: now + 30 * DAY_MS })),
  'buffered-upload': quirk((_device, now) => ({ bufferUntil: now + 6 * HOUR_MS })),
  'clock-two-hours-ahead': quirk(() => ({ clockSkewMs: 2 * HOUR_MS })),
  'clock-two-hours-behind': quirk(() => ({ clockSkewMs: -2 * HOUR_MS })),
  'clock-summer-time': quirk(() => ({ clockSkewMs: HOUR_MS })),
  // The device's wall clock ignores a change of daylight saving time: it is correct before the
  // change and an hour wrong after it.
  'clock-misses-dst': quirk((device, now) => ({ wallOffsetMs: offsetMs(now, device.spec.zone) })),
  'clock-of-1970': quirk((_device, now) => ({ clockSkewMs: -now })),
  'duplicate-messages': quirk(() => ({ duplicates: true })),
  'swapped-messages': quirk(() => ({ swaps: true })),
  'late-reply': quirk(() => ({ replyDelayMs: 90_000 })),
  'wrong-reply-id': quirk(() => ({ wrongReplyId: true })),
  'contact-stuck': (device) => {
    for (const unit of device.units) unit.contact.jam = 'silent';
    return undefined;
  },
  'contact-stuck-admitted': (device) => {
    for (const unit of device.units) unit.contact.jam = 'admitted';
    return undefined;
  },
  'closed-by-hand': (device, now) =>
    device.units.flatMap((unit) => device.moveByHand('close', now, unit.address)),
  'opened-by-hand': (device, now) =>
    device.units.flatMap((unit) => device.moveByHand('open', now, unit.address)),
  padlocked: (device, now) => {
    // Slaves have no padlock, and the protocol has no code for one.
    const own = device.units.filter((unit) => unit.address === undefined);
    for (const unit of own) unit.become('lockByOrg', now);
    return device.stateOf(own, undefined, now, 0);
  },
  'dry-contact-moved': (device, now) =>
    device.moveDryContact(1, !device.isDryContactClosed(1), now),
  'slaves-mute': (device) => {
    for (const unit of device.units.slice(0, 3)) unit.mute = unit.address !== undefined;
    return undefined;
  },
  // The slave is discovered on the gateway's line but not yet reported: the next read of the slot
  // table contains it.
  'slave-discovered': (device, now) => {
    const isFree = (address: number) => device.units.every((unit) => unit.address !== address);
    const address = device.kind === 'gateway' ? SLOTS.find(isFree) : undefined;
    if (address !== undefined) device.discover(address, now);
    return undefined;
  },
  'voltage-sag': (device, now) => {
    device.quirks.sag = { from: now, to: now + 1500, voltageV: 160 };
    device.disturb({}, now);
    return undefined;
  },
} as const satisfies Readonly<Record<string, Fault>>;

export type FaultName = keyof typeof FAULTS;

export const FAULT_NAMES = Object.keys(FAULTS) as FaultName[];

export function isFaultName(name: string): name is FaultName {
  return Object.hasOwn(FAULTS, name);
}

/** Applies one fault; returns the messages that the device sends immediately. */
export function applyFault(
  name: FaultName,
  device: SimulatedDevice,
  now: number,
): readonly Outgoing[] {
  return FAULTS[name](device, now) ?? [];
}
