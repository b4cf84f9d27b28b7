/**
 * A device without a connection, stepped by a simulated clock: its measurements, its response to
 * commands, its messages. The time arguments are true time; the device's timestamps and decisions
 * (a reading's `ts`, a command's expiry) use the device's own clock, which may be wrong.
 */

import { decodeCommand } from '@busbar/device-protocol/down/decode-down';
import type { DeviceTimer, DownCommand } from '@busbar/device-protocol/down/down-command';
import type { Payload } from '@busbar/device-protocol/payload';
import type { Reading } from '@busbar/device-protocol/up/decode-data';
import {
  encodeAlarm,
  encodeInfo,
  encodeReply,
  encodeState,
} from '@busbar/device-protocol/up/encode-up';
import { REPLY_CODES } from '@busbar/device-protocol/up/reply-codes';
import type { DryContactNumber } from '@busbar/domain/alarm/dry-contact';
import { offsetMs } from '@busbar/domain/calendar';
import { seedOfText } from '@busbar/domain/demand/device-load';
import { siteMeasuredBy, TowerSite } from '@busbar/domain/demand/tower-site';
import { bandOfKind, type DeviceKind } from '@busbar/domain/device/device-type';
import type { Measurement } from '@busbar/domain/device/measurement';
import { SLOTS } from '@busbar/domain/slot/slot-table';
import type { LampBank, LampChange } from '../fleet/lamp-bank.ts';
import {
  atTerminals,
  type Conditions,
  changed,
  type Disturbance,
  hasSupply,
} from '../fleet/terminals.ts';
import { LineMemory } from '../meter/line-meter.ts';
import { Parameters } from '../protection/parameters.ts';
import { ProtectionRelay, type RelayEvent } from '../protection/protection-relay.ts';
import type { Carried } from './carried.ts';
import { carryOut } from './carry-out.ts';
import { type DeviceSpec, kindOfSpec } from './device-spec.ts';
import { dataMessages, type Outgoing, outgoing } from './outgoing.ts';
import { healthy } from './quirks.ts';
import { ReplyMemory } from './reply-memory.ts';
import type { StoredDevice } from './stored-device.ts';
import { firingsBetween, nextFiring } from './timers.ts';
import { timingSlots } from './timing-slots.ts';
import { Unit, unitsOf } from './unit.ts';

const MAX_PER_MESSAGE = 500;
/** Max number of intervals reported after a stop (computer sleep); older readings are skipped. */
const MAX_MISSED = 60;

export interface Execution {
  readonly command: DownCommand;
  readonly at: number;
  readonly moved: boolean;
}

export interface Reaction {
  readonly messages: readonly Outgoing[];
  /** Defined if the command was executed; undefined if it was refused or was a repetition. */
  readonly execution: Execution | undefined;
}

export class SimulatedDevice {
  readonly spec: DeviceSpec;
  readonly kind: DeviceKind;
  /** A gateway discovers new slaves on its line, so the list can grow. */
  readonly units: Unit[];
  readonly parameters: Parameters;
  readonly quirks = healthy();
  /** Values written to the meter over its serial line. */
  readonly line = new LineMemory();
  timers: readonly DeviceTimer[];
  /** Positions of the dry contacts that have changed at least once: true for closed. */
  readonly #dryContacts: Map<DryContactNumber, boolean>;
  readonly #memory: ReplyMemory;
  #nextReportAt: number;
  #steppedTo: number;
  #buffered: Reading[] = [];
  #heldBack: Outgoing[] = [];
  /** Protection of a main device's own contact. */
  readonly #relay: ProtectionRelay | undefined;
  #conditions: Conditions = {};
  /** Set if the device measures a tower: its supply and the consumption of its branches. */
  readonly tower: TowerSite | undefined;
  branchLoadKw: (now: number) => number = () => 0;

  /** Resumes from `stored`, if given; otherwise the device is new. */
  constructor(spec: DeviceSpec, now: number, stored?: StoredDevice) {
    this.spec = spec;
    this.kind = kindOfSpec(spec);
    this.units = unitsOf(spec, now, stored?.units);
    this.#relay = this.kind === 'main' ? new ProtectionRelay(stored?.relay) : undefined;
    if (stored?.relay !== undefined) this.#relay?.touch(now);
    const site = siteMeasuredBy(spec.code);
    this.tower = site === undefined ? undefined : new TowerSite(site, now);
    this.parameters = new Parameters(stored?.parameters);
    this.timers = stored?.timers ?? [];
    this.#dryContacts = new Map(stored?.dryContacts);
    this.#memory = new ReplyMemory(stored?.replies);
    // Report times are distributed over the interval by device code, and are the same after a
    // restart.
    const offset = seedOfText(spec.code) % spec.intervalMs;
    this.#nextReportAt = Math.ceil((now - offset) / spec.intervalMs) * spec.intervalMs + offset;
    this.#steppedTo = now;
  }

  /**
   * Returns the state that survives a restart. It only changes if a contact switches, a value is
   * written, or a command is answered.
   */
  snapshot(): StoredDevice {
    return {
      units: this.units.map((unit) => unit.snapshot()),
      timers: this.timers,
      ...(this.#dryContacts.size === 0 ? {} : { dryContacts: [...this.#dryContacts] }),
      parameters: this.parameters.snapshot(),
      ...(this.#relay === undefined ? {} : { relay: this.#relay.snapshot() }),
      replies: this.#memory.snapshot(),
    };
  }

  deviceTime(now: number): number {
    const { clockSkewMs, wallOffsetMs } = this.quirks;
    const missed = wallOffsetMs === undefined ? 0 : wallOffsetMs - offsetMs(now, this.spec.zone);
    return now + clockSkewMs + missed;
  }

  /** Time at which `step` next has work. */
  nextDueAt(): number {
    const firings = this.#allTimers().map((timer) =>
      nextFiring(timer, this.#steppedTo, this.spec.zone),
    );
    return firings.reduce<number>(
      (earliest, at) => Math.min(earliest, at ?? earliest),
      Math.min(this.#nextReportAt, this.#relay?.dueAt ?? Infinity),
    );
  }

  /** Street lamps behind the device's contact. */
  get lamps(): LampBank | undefined {
    return this.units[0]?.lamps;
  }

  /** Replaces the normal load by lamps; the counters continue from their values. */
  light(bank: LampBank, now: number): void {
    const [unit] = this.units;
    unit?.light(bank, (at) => this.#lampVoltage(at, unit.meter.measurement(at)), now);
  }

  /** Applies a lamp failure, repair or theft from now on. */
  changeLamps(change: LampChange, now: number): void {
    const [unit] = this.units;
    unit?.countLamps(now);
    if (unit?.lamps !== undefined) Object.assign(unit.lamps, change);
  }

  #lampVoltage(at: number, ordinary: Measurement): number {
    return this.#conditionsAt(at).voltageV?.A ?? ordinary.voltageA ?? 0;
  }

  /** Changes the conditions at the device's terminals. */
  disturb(change: Disturbance, now: number): void {
    for (const unit of this.units) unit.countLamps(now);
    this.#conditions = changed(this.#conditions, change);
    for (const unit of this.units) unit.supply(hasSupply(this.#conditions), now);
    this.#relay?.touch(now);
  }

  /** The messages sent after every connect: the nameplate, then the positions of the contacts. */
  greeting(now: number): Outgoing[] {
    const { spec, kind } = this;
    const info = encodeInfo({
      deviceTime: this.deviceTime(now),
      deviceType: spec.type,
      band: bandOfKind(kind) ?? '4G',
      csq: 8 + (seedOfText(spec.code) % 24),
      hardwareVersion: '1.2',
      softwareVersion: '3.4.1',
      ratedVoltageV: 230,
      ratedCurrentA: spec.ratedCurrentA,
      slaves: kind === 'gateway' ? this.units.map((unit) => unit.address ?? 0) : undefined,
    });
    return [
      outgoing('info', info),
      ...this.stateOf(this.units, undefined, now, 0),
      ...this.#dryState([...this.#dryContacts.keys()], now),
    ];
  }

  /** Advances the device to `now` and returns the messages generated in the meantime. */
  step(now: number): Outgoing[] {
    const messages = this.#runTimers(now);
    this.#steppedTo = Math.max(this.#steppedTo, now);
    const { intervalMs } = this.spec;
    const missed = Math.floor((now - this.#nextReportAt) / intervalMs) - MAX_MISSED;
    if (missed > 0) this.#nextReportAt += missed * intervalMs;
    for (; this.#nextReportAt <= now; this.#nextReportAt += intervalMs) {
      this.#relay?.touch(this.#nextReportAt);
      messages.push(...this.#protect(this.#nextReportAt), ...this.#report(this.#nextReportAt));
    }
    messages.push(...this.#protect(now));
    return messages;
  }

  /** Parses, validates and executes one command. */
  onCommand(payload: Payload, now: number): Reaction {
    const decoded = decodeCommand(payload);
    if (!decoded.ok) {
      if (decoded.id === undefined) return { messages: [], execution: undefined };
      const { detail } = decoded.rejection;
      return this.#refuse(decoded.id, { name: 'badArguments', message: detail }, now);
    }
    const { command } = decoded;
    const first = this.#memory.firstReply(command.id);
    if (first !== undefined) {
      return { messages: [this.#reply(first.payload)], execution: undefined };
    }
    if (this.deviceTime(now) > command.expiresAt) {
      return this.#refuse(command.id, { name: 'expired', message: 'expired' }, now);
    }
    const carried = carryOut(this, command, now);
    this.#relay?.touch(now);
    if (carried.name !== 'done') return this.#refuse(command.id, carried, now);
    const reply = this.#answer(command.id, carried, now);
    return {
      messages: [reply, ...(carried.afterwards ?? [])],
      execution: { command, at: now, moved: carried.moved ?? false },
    };
  }

  /** Adds a new slave to the line of a gateway, in the lowest free slot. */
  discover(address: number, now: number): void {
    const unit = new Unit(this.spec, address, now);
    const isFree = (slot: number) => this.units.every((other) => other.slot !== slot);
    unit.slot = isFree(address) ? address : (SLOTS.find(isFree) ?? address);
    this.units.push(unit);
  }

  /** Simulates an operator at the lever of the device, or of one slave. */
  moveByHand(to: 'open' | 'close', now: number, address?: number): Outgoing[] {
    const units = this.units.filter((unit) => unit.address === address);
    for (const unit of units) unit.moveByHand(to, now);
    this.#relay?.touch(now);
    return this.stateOf(units, undefined, now, 0);
  }

  /**
   * Changes a dry contact. The device reports a dry contact when it changes, and all known dry
   * contacts after a connect.
   */
  moveDryContact(contact: DryContactNumber, closed: boolean, now: number): Outgoing[] {
    if (this.kind !== 'main' || this.#dryContacts.get(contact) === closed) return [];
    this.#dryContacts.set(contact, closed);
    return this.#dryState([contact], now);
  }

  isDryContactClosed(contact: DryContactNumber): boolean {
    return this.#dryContacts.get(contact) ?? false;
  }

  #dryState(contacts: readonly DryContactNumber[], now: number): Outgoing[] {
    if (contacts.length === 0) return [];
    const dry = contacts.map((contact) => ({
      contact,
      closed: this.isDryContactClosed(contact),
    }));
    const deviceTime = this.deviceTime(now);
    return [outgoing('state', encodeState({ deviceTime, commandId: undefined, dry }))];
  }

  /** Returns the values of every unit that the gateway reaches, at one instant. */
  readings(now: number): Reading[] {
    return this.units.filter((unit) => unit.isReached).map((unit) => this.#seenBy(unit, now));
  }

  stateOf(
    units: readonly Unit[],
    commandId: string | undefined,
    now: number,
    afterMs: number,
  ): Outgoing[] {
    const heard = units.filter((unit) => unit.isReached);
    const deviceTime = this.deviceTime(now);
    if (this.kind === 'meter' || heard.length === 0) return [];
    const own = heard.find((unit) => unit.address === undefined);
    const slaves = heard.map((unit) => ({
      address: unit.address ?? 0,
      action: unit.contact.action,
    }));
    const payload =
      own === undefined
        ? encodeState({ deviceTime, commandId, slaves })
        : encodeState({ deviceTime, commandId, action: own.contact.action });
    return [outgoing('state', payload, afterMs)];
  }

  /** Returns the timer table and, for a device with its own contact, the timing control. */
  #allTimers(): readonly DeviceTimer[] {
    return this.kind === 'main' ? [...this.timers, ...timingSlots(this.parameters)] : this.timers;
  }

  #runTimers(now: number): Outgoing[] {
    const { units, spec } = this;
    return firingsBetween(this.#allTimers(), this.#steppedTo, now, spec.zone).flatMap(
      ({ timer, at }) => {
        const meant = units.filter((unit) => unit.address === timer.address && unit.enabled);
        this.#relay?.touch(at);
        const moved = meant.filter((unit) => unit.obey(timer.to, 'timer', at) === 'done');
        return this.stateOf(moved, undefined, at, 0);
      },
    );
  }

  #report(at: number): Outgoing[] {
    const { quirks, spec } = this;
    if (at < quirks.silentUntil) return [];
    const readings = this.readings(at);
    if (at < quirks.bufferUntil) {
      this.#buffered.push(...readings);
      return [];
    }
    const waiting = [...this.#buffered, ...readings];
    this.#buffered = [];
    const messages = dataMessages(spec.code, waiting, MAX_PER_MESSAGE);
    return this.#disturbed(messages);
  }

  #disturbed(messages: Outgoing[]): Outgoing[] {
    const { duplicates, swaps } = this.quirks;
    const twice = duplicates ? messages.flatMap((message) => [message, message]) : messages;
    if (!swaps) {
      const late = this.#heldBack;
      this.#heldBack = [];
      return [...late, ...twice];
    }
    if (this.#heldBack.length === 0) {
      this.#heldBack = twice;
      return [];
    }
    const late = this.#heldBack;
    this.#heldBack = [];
    return [...twice, ...late];
  }

  #seenBy(unit: Unit, now: number): Reading {
    const reading = unit.reading(now, this.deviceTime(now));
    if (this.tower !== undefined) {
      // The device measures the supply; the branches' own meters count the energy that it feeds.
      const measurement = this.tower.measurement(now, this.branchLoadKw(now));
      return { ...reading, measurement, registers: {} };
    }
    const ordinary = reading.measurement ?? {};
    const conditions = this.#conditionsAt(now);
    const { closed } = unit.contact;
    const { lamps } = unit;
    if (lamps === undefined) {
      return { ...reading, measurement: atTerminals(ordinary, conditions, closed) };
    }
    const powerKw = lamps.powerKw(now, this.#lampVoltage(now, ordinary), closed);
    // Current flows through a bridged breaker whatever the position of its contact.
    const flows = closed || lamps.stuck;
    return { ...reading, measurement: atTerminals(ordinary, { ...conditions, powerKw }, flows) };
  }

  #conditionsAt(now: number): Conditions {
    const { sag } = this.quirks;
    if (sag === undefined || now < sag.from || now > sag.to) return this.#conditions;
    const { voltageV } = sag;
    return { ...this.#conditions, voltageV: { A: voltageV, B: voltageV, C: voltageV } };
  }

  /** Runs the protections up to `now`. */
  #protect(now: number): Outgoing[] {
    const [own] = this.units;
    const messages: Outgoing[] = [];
    if (own === undefined) return messages;
    const seeAt = (at: number) => ({
      parameters: this.parameters,
      measurement: this.#seenBy(own, at).measurement ?? {},
      leakageMa: this.#conditions.leakageMa ?? 0,
    });
    this.#relay?.actUpTo(now, seeAt, own.contact, (event, at) => {
      messages.push(...this.#applyRelayEvent(own, event, at));
    });
    return now < this.quirks.silentUntil ? [] : messages;
  }

  #applyRelayEvent(unit: Unit, event: RelayEvent, at: number): Outgoing[] {
    if (event.kind === 'move') {
      unit.become(event.action, at);
      return this.stateOf([unit], undefined, at, 0);
    }
    const { type, active, value, limit, phase } = event;
    const deviceTime = this.deviceTime(at);
    const alarm = { address: unit.address, deviceTime, type, kind: 'alarm' as const };
    return [outgoing('alarm', encodeAlarm({ ...alarm, active, value, limit, phase }))];
  }

  #refuse(id: string, carried: Carried, now: number): Reaction {
    return { messages: [this.#answer(id, carried, now)], execution: undefined };
  }

  #answer(id: string, { name, message, data }: Carried, now: number): Outgoing {
    const code = REPLY_CODES[name];
    const commandId = this.quirks.wrongReplyId ? `${id.slice(0, 60)}-x` : id;
    const payload = encodeReply({ commandId, code, message, data });
    this.#memory.remember(id, { code, payload }, now);
    return this.#reply(payload);
  }

  #reply(payload: string): Outgoing {
    return outgoing('reply', payload, this.quirks.replyDelayMs);
  }
}
