/** Events around a breaker, by name: mains, load, leakage, operation at the panel, and recovery. */
import type { JsonObject } from '@busbar/device-protocol/payload';
import { DRY_CONTACTS } from '@busbar/domain/alarm/dry-contact';
import type { SwitchAction } from '@busbar/domain/switch/switch-action';
import type { SimulatedDevice } from '../device/device.ts';
import type { Outgoing } from '../device/outgoing.ts';
import { healthy } from '../device/quirks.ts';
import { LampBank, type LampChange } from './lamp-bank.ts';
import { PHASES } from './terminals.ts';

type SiteEvent = (
  device: SimulatedDevice,
  now: number,
  values: JsonObject,
) => readonly Outgoing[] | undefined;

const NOTHING = {
  voltageV: undefined,
  currentA: undefined,
  powerKw: undefined,
  leakageMa: undefined,
};

/** Simulates an operator with the key or the reset button, the only way to release these locks. */
const turned =
  (from: SwitchAction): SiteEvent =>
  (device, now) => {
    const units = device.units.filter(({ contact }) => contact.action === from);
    for (const unit of units) unit.become('openByManual', now);
    return device.stateOf(units, undefined, now, 0);
  };

/** State with all lamps intact, as in a new installation. */
const MENDED = { failed: 0, theftKw: 0, stuck: false };

const dryContact =
  (closed: boolean): SiteEvent =>
  (device, now, { contact }) =>
    DRY_CONTACTS.filter((number) => number === contact).flatMap((number) =>
      device.moveDryContact(number, closed, now),
    );

const withLamps =
  (change: (values: JsonObject) => LampChange): SiteEvent =>
  (device, now, values) => {
    device.changeLamps(change(values), now);
    return undefined;
  };

export const SITE_EVENTS = {
  voltage(device, now, values) {
    const all = values['volts'];
    const voltageV = Object.fromEntries(
      PHASES.flatMap((phase) => {
        const volts = values[phase.toLowerCase()] ?? all;
        return typeof volts === 'number' ? [[phase, volts]] : [];
      }),
    );
    device.disturb({ voltageV }, now);
    return undefined;
  },
  current(device, now, { amps }) {
    device.disturb({ currentA: amps as number, powerKw: undefined }, now);
    return undefined;
  },
  load(device, now, { kw }) {
    device.disturb({ powerKw: kw as number, currentA: undefined }, now);
    return undefined;
  },
  leakage(device, now, { milliamps }) {
    device.disturb({ leakageMa: milliamps as number }, now);
    return undefined;
  },
  'power-lost': (device, now) => {
    device.disturb({ voltageV: { A: 0, B: 0, C: 0 } }, now);
    return undefined;
  },
  'voltage-normal': (device, now) => {
    device.disturb({ voltageV: undefined }, now);
    return undefined;
  },
  'load-normal': (device, now) => {
    device.disturb({ currentA: undefined, powerKw: undefined }, now);
    return undefined;
  },
  'leakage-over': (device, now) => {
    device.disturb({ leakageMa: undefined }, now);
    return undefined;
  },
  'padlock-off': turned('lockByOrg'),
  'fault-lock-reset': turned('lockByFault'),
  'dry-contact-closed': dryContact(true),
  'dry-contact-open': dryContact(false),
  /** For a tower: the mains are lost for the scripted time, then follow the schedule again. */
  'mains-lost': (device, now) => {
    device.tower?.setMains(false, now);
    return undefined;
  },
  'mains-back': (device, now) => {
    device.tower?.setMains(true, now);
    return undefined;
  },
  battery(device, now, { percent }) {
    device.tower?.setBattery(percent as number, now);
    return undefined;
  },
  /** Replaces the normal load by lamps. */
  lamps(device, now, { count, watts, sodium, from, to }) {
    const bank = new LampBank({
      count: (count ?? 20) as number,
      watts: (watts ?? 100) as number,
      kind: sodium === 1 ? 'sodium' : 'led',
      from: (from ?? 0) as number,
      to: (to ?? 0) as number,
      zone: device.spec.zone,
    });
    device.light(bank, now);
    return undefined;
  },
  'lamps-fail': withLamps(({ count }) => ({ failed: count as number })),
  'lamps-theft': withLamps(({ kw }) => ({ theftKw: kw as number })),
  'lamps-stuck': withLamps(() => ({ stuck: true })),
  'lamps-mended': withLamps(() => MENDED),
  /** Ends every quirk and condition; contacts do not switch. */
  healthy: (device, now) => {
    Object.assign(device.quirks, healthy());
    for (const unit of device.units) {
      unit.mute = false;
      unit.contact.jam = 'none';
    }
    device.disturb(NOTHING, now);
    device.tower?.setMains(undefined, now);
    device.changeLamps(MENDED, now);
    return undefined;
  },
} as const satisfies Readonly<Record<string, SiteEvent>>;

export type SiteEventName = keyof typeof SITE_EVENTS;

export const SITE_EVENT_NAMES = Object.keys(SITE_EVENTS) as SiteEventName[];

/** Numbers that an event may contain, each from 0 to 10,000. */
export const SITE_EVENT_FIELDS: Readonly<Record<SiteEventName, readonly string[]>> = {
  voltage: ['volts', 'a', 'b', 'c'],
  current: ['amps'],
  load: ['kw'],
  leakage: ['milliamps'],
  'power-lost': [],
  'voltage-normal': [],
  'load-normal': [],
  'leakage-over': [],
  'padlock-off': [],
  'fault-lock-reset': [],
  'dry-contact-closed': ['contact'],
  'dry-contact-open': ['contact'],
  'mains-lost': [],
  'mains-back': [],
  battery: ['percent'],
  lamps: ['count', 'watts', 'sodium', 'from', 'to'],
  'lamps-fail': ['count'],
  'lamps-theft': ['kw'],
  'lamps-stuck': [],
  'lamps-mended': [],
  healthy: [],
};

const LARGEST = 10_000;

export function isSiteEventName(name: string): name is SiteEventName {
  return Object.hasOwn(SITE_EVENTS, name);
}

/** Returns the error in the numbers of an event; undefined if they are valid. */
export function siteEventProblem(name: SiteEventName, values: JsonObject): string | undefined {
  const fields = SITE_EVENT_FIELDS[name];
  const given = fields.filter((field) => values[field] !== undefined);
  if (fields.length > 0 && given.length === 0) return `${name} needs ${fields.join(' or ')}`;
  const wrong = given.find((field) => {
    const value = values[field];
    return typeof value !== 'number' || !(value >= 0 && value <= LARGEST);
  });
  return wrong === undefined ? undefined : `${wrong} is not a number from 0 to ${LARGEST}`;
}
