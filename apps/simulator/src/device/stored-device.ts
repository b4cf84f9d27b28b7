/**
 * The state of a device that survives a restart, as JSON. Decoding validates every value, because
 * the file can be edited or damaged; any invalid value throws, and the caller starts with new
 * devices instead of partial old ones.
 */
import type { DeviceTimer } from '@busbar/device-protocol/down/down-command';
import type { JsonObject } from '@busbar/device-protocol/payload';
import { ALARM_TYPES, type AlarmType, PHASES, type Phase } from '@busbar/domain/alarm/alarm-type';
import { DRY_CONTACTS, type DryContactNumber } from '@busbar/domain/alarm/dry-contact';
import { isClockTime } from '@busbar/domain/clock-time';
import type { BandEnergy } from '@busbar/domain/demand/load-energy';
import type { RegisterCents } from '@busbar/domain/demand/load-profile';
import { isSwitchCommand } from '@busbar/domain/switch/interlock';
import { isSwitchAction } from '@busbar/domain/switch/switch-action';
import type { StoredMeter } from '../meter/meter.ts';
import { isStoredSet, type StoredSet, type Values } from '../protection/parameters.ts';
import type { StoredRelay } from '../protection/protection-relay.ts';
import type { StoredReply } from './reply-memory.ts';
import type { StoredUnit } from './unit.ts';

export interface StoredDevice {
  readonly units: readonly StoredUnit[];
  readonly timers: readonly DeviceTimer[];
  /** Dry contacts that have changed at least once: true for closed. */
  readonly dryContacts?: readonly (readonly [DryContactNumber, boolean])[];
  readonly parameters: ReadonlyMap<StoredSet, Values>;
  /** Present only for a main device. */
  readonly relay?: StoredRelay;
  /** Remembered replies, oldest first. */
  readonly replies: readonly StoredReply[];
}

const BANDS = 4;

export function encodeStored(device: StoredDevice): string {
  return JSON.stringify({ ...device, parameters: Object.fromEntries(device.parameters) });
}

/** Throws if `encodeStored` could not have written the value. */
export function decodeStored(value: unknown): StoredDevice {
  const { units, timers, dryContacts, parameters, relay, replies } = objectOf(value);
  return {
    units: listOf(units, unitOf),
    timers: listOf(timers, timerOf),
    ...(dryContacts === undefined ? {} : { dryContacts: listOf(dryContacts, dryContactOf) }),
    parameters: new Map(Object.entries(objectOf(parameters)).map(parametersOf)),
    // Files of earlier versions contain no relay.
    ...(relay === undefined ? {} : { relay: relayOf(relay) }),
    replies: listOf(replies, replyOf),
  };
}

function relayOf(value: unknown): StoredRelay {
  const { trip, attempts, reclosedAt, active } = objectOf(value);
  return {
    trip: trip === undefined ? undefined : tripOf(trip),
    attempts: numberOf(attempts),
    reclosedAt: reclosedAt === undefined ? undefined : numberOf(reclosedAt),
    active: listOf(active, (entry) => {
      const { alarm, value: seen, limit, phase } = objectOf(entry);
      return {
        alarm: alarmOf(alarm),
        value: numberOf(seen),
        limit: numberOf(limit),
        phase: phase === undefined ? undefined : phaseOf(phase),
      };
    }),
  };
}

function tripOf(value: unknown): NonNullable<StoredRelay['trip']> {
  const { alarm, action, recloseAt } = objectOf(value);
  if (!isSwitchAction(action)) return strange('action', action);
  return {
    alarm: alarmOf(alarm),
    action,
    recloseAt: recloseAt === undefined ? undefined : numberOf(recloseAt),
  };
}

const alarmOf = (value: unknown): AlarmType =>
  ALARM_TYPES.find((type) => type === value) ?? strange('alarm', value);

const phaseOf = (value: unknown): Phase =>
  PHASES.find((phase) => phase === value) ?? strange('phase', value);

function unitOf(value: unknown): StoredUnit {
  const { address, place, contact, meter } = objectOf(value);
  const { action, byHandBeforeLock } = objectOf(contact);
  if (!isSwitchAction(action)) return strange('action', action);
  return {
    address: address === undefined ? undefined : numberOf(address),
    ...(place === undefined ? {} : { place: placeOf(place) }),
    contact: { action, byHandBeforeLock: byHandBeforeLock === true },
    meter: meterOf(meter),
  };
}

function placeOf(value: unknown): NonNullable<StoredUnit['place']> {
  const { slot, enabled } = objectOf(value);
  return { slot: numberOf(slot), enabled: enabled === true };
}

function meterOf(value: unknown): StoredMeter {
  const { load, unused, standing, shownAtMovement, shift } = objectOf(value);
  return {
    load: textOf(load),
    unused: energyOf(unused),
    standing: standing === undefined ? undefined : energyOf(standing),
    shownAtMovement: centsOf(shownAtMovement),
    // Files of earlier versions contain only the active counters.
    shift: Array.isArray(shift)
      ? { active: bandsOf(shift), reactive: [0, 0, 0, 0] }
      : centsOf(shift),
  };
}

function energyOf(value: unknown): BandEnergy {
  const { activeKwh, reactiveKvarh } = objectOf(value);
  return { activeKwh: bandsOf(activeKwh), reactiveKvarh: bandsOf(reactiveKvarh) };
}

function centsOf(value: unknown): RegisterCents {
  const { active, reactive } = objectOf(value);
  return { active: bandsOf(active), reactive: bandsOf(reactive) };
}

function bandsOf(value: unknown): number[] {
  const bands = listOf(value, numberOf);
  return bands.length === BANDS ? bands : strange('bands', value);
}

function timerOf(value: unknown): DeviceTimer {
  const { id, address, days, at, to } = objectOf(value);
  if (!isSwitchCommand(to)) return strange('order', to);
  const time = textOf(at);
  if (!isClockTime(time)) return strange('time', at);
  return {
    id: numberOf(id),
    ...(address === undefined ? {} : { address: numberOf(address) }),
    days: numberOf(days),
    at: time,
    to,
  };
}

function dryContactOf(value: unknown): readonly [DryContactNumber, boolean] {
  const [number, closed] = listOf(value, (entry) => entry);
  const contact = DRY_CONTACTS.find((known) => known === number) ?? strange('dry contact', value);
  return [contact, closed === true];
}

function parametersOf([name, value]: [string, unknown]): [StoredSet, Values] {
  if (!isStoredSet(name)) return strange('parameter set', name);
  const values = Object.entries(objectOf(value)).map(
    ([field, entry]): [string, string | JsonObject] => [
      field,
      typeof entry === 'string' ? entry : objectOf(entry),
    ],
  );
  return [name, Object.fromEntries(values)];
}

function replyOf(value: unknown): StoredReply {
  const { id, code, payload, at } = objectOf(value);
  return { id: textOf(id), code: numberOf(code), payload: textOf(payload), at: numberOf(at) };
}

function objectOf(value: unknown): JsonObject {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as JsonObject) : strange('object', value);
}

function listOf<T>(value: unknown, each: (entry: unknown) => T): T[] {
  return Array.isArray(value) ? value.map((entry) => each(entry)) : strange('list', value);
}

function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : strange('number', value);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : strange('text', value);
}

function strange(wanted: string, value: unknown): never {
  throw new Error(`no ${wanted}: ${String(JSON.stringify(value)).slice(0, 40)}`);
}
