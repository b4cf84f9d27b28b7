/** One metered contact: that of a breaker itself, or that of one slave of a gateway. */
import type { Reading } from '@busbar/device-protocol/up/decode-data';
import { SLAVE_RATED_CURRENT_A } from '@busbar/domain/demand/device-load';
import type { LoadProfile } from '@busbar/domain/demand/load-profile';
import { slaveCode } from '@busbar/domain/device/device-code';
import type { SwitchCommand } from '@busbar/domain/switch/interlock';
import type { SwitchAction } from '@busbar/domain/switch/switch-action';
import type { LampBank } from '../fleet/lamp-bank.ts';
import { Meter, type StoredMeter } from '../meter/meter.ts';
import { sharedLoad } from '../meter/shared-load.ts';
import { type CommandCause, Contact, type ContactAnswer, type StoredContact } from './contact.ts';
import { type DeviceSpec, kindOfSpec } from './device-spec.ts';

function profileOf(spec: DeviceSpec, address: number | undefined): LoadProfile {
  const loadOf = spec.loadOf ?? spec.code;
  return sharedLoad({
    code: address === undefined ? loadOf : slaveCode(loadOf, address),
    phases: address === undefined ? 3 : 1,
    ratedCurrentA: address === undefined ? spec.ratedCurrentA : SLAVE_RATED_CURRENT_A,
    zone: spec.zone,
    countsFrom: spec.countsFrom,
    ...(spec.lamps === undefined || address !== undefined ? {} : { lamps: spec.lamps }),
  });
}

/** State that survives a restart. */
export interface StoredUnit {
  readonly address: number | undefined;
  /** Present for a slave whose slot differs from its address or that is disabled. */
  readonly place?: { readonly slot: number; readonly enabled: boolean };
  readonly contact: StoredContact;
  readonly meter: StoredMeter;
}

const HOUR_MS = 3_600_000;
/** Step in which the energy of lamps is integrated. */
const PIECE_MS = 60_000;

/** Street lamps behind a contact instead of its normal load. */
interface LampLoad {
  readonly bank: LampBank;
  /** Voltage at the lamps' terminals. */
  readonly voltageV: (at: number) => number;
  countedTo: number;
}

export class Unit {
  /** The slave's address; undefined for the device itself. */
  readonly address: number | undefined;
  readonly contact: Contact;
  readonly meter: Meter;
  /** True for a mute slave, which the gateway cannot reach. */
  mute = false;
  /** Slot of a slave on the panel of its gateway. */
  slot: number;
  /** False if the gateway ignores this slave; its contact does not switch. */
  enabled: boolean;
  /** True if there is voltage; without it no current flows through a closed contact. */
  #supplied = true;
  #lamps: LampLoad | undefined;

  constructor(spec: DeviceSpec, address: number | undefined, now: number, stored?: StoredUnit) {
    this.address = address;
    this.slot = stored?.place?.slot ?? address ?? 0;
    this.enabled = stored?.place?.enabled ?? true;
    this.contact = new Contact(
      stored?.contact.action ?? 'closeByManual',
      stored?.contact.byHandBeforeLock,
    );
    this.meter = new Meter(
      profileOf(spec, address),
      this.contact.closed,
      now,
      stored?.meter,
      spec.zeroedAt,
    );
  }

  snapshot(): StoredUnit {
    const { address, slot, enabled } = this;
    const isMoved = address !== undefined && (slot !== address || !enabled);
    return {
      address,
      ...(isMoved ? { place: { slot, enabled } } : {}),
      contact: this.contact.snapshot(),
      meter: this.meter.snapshot(),
    };
  }

  /** True if the gateway polls this slave, switches it and receives its values. */
  get isReached(): boolean {
    return this.enabled && !this.mute;
  }

  get lamps(): LampBank | undefined {
    return this.#lamps?.bank;
  }

  /** Counts the energy of the lamps from now on, instead of that of the normal load. */
  light(bank: LampBank, voltageV: LampLoad['voltageV'], now: number): void {
    this.countLamps(now);
    this.#lamps = { bank, voltageV, countedTo: now };
    this.#settle(now);
  }

  /** Must be called before any change of contact, supply or lamps. */
  countLamps(now: number): void {
    const lamps = this.#lamps;
    if (lamps === undefined) return;
    while (lamps.countedTo < now) {
      const to = Math.min(now, lamps.countedTo + PIECE_MS);
      // Rounded, because calendar times have no fractions of a millisecond.
      const middle = Math.floor((lamps.countedTo + to) / 2);
      const kw = lamps.bank.powerKw(middle, lamps.voltageV(middle), this.contact.closed);
      this.meter.take(middle, (kw * (to - lamps.countedTo)) / HOUR_MS);
      lamps.countedTo = to;
    }
  }

  obey(command: SwitchCommand, cause: CommandCause, now: number): ContactAnswer {
    this.countLamps(now);
    const answer = this.contact.obey(command, cause);
    this.#settle(now);
    return answer;
  }

  moveByHand(to: 'open' | 'close', now: number): void {
    this.countLamps(now);
    this.contact.moveByHand(to);
    this.#settle(now);
  }

  become(action: SwitchAction, now: number): void {
    this.countLamps(now);
    this.contact.become(action);
    this.#settle(now);
  }

  supply(isThere: boolean, now: number): void {
    this.countLamps(now);
    this.#supplied = isThere;
    this.#settle(now);
  }

  #settle(now: number): void {
    const isOrdinary = this.#lamps === undefined;
    this.meter.switched(isOrdinary && this.contact.closed && this.#supplied, now);
  }

  reading(now: number, deviceTime: number): Reading {
    this.countLamps(now);
    return {
      address: this.address,
      deviceTime,
      measurement: this.meter.measurement(now),
      registers: this.meter.registers(now),
    };
  }
}

/** Metered contacts of a device (its own, or its slaves' for a gateway), from `stored` or new. */
export function unitsOf(spec: DeviceSpec, now: number, stored: readonly StoredUnit[] = []): Unit[] {
  const factory = Array.from({ length: spec.slaveCount }, (_, index) => index + 1);
  const found = stored.map(({ address }) => address ?? 0).filter((one) => one > spec.slaveCount);
  const addresses = kindOfSpec(spec) === 'gateway' ? [...factory, ...found] : [undefined];
  return addresses.map((address) => {
    const before = stored.find((unit) => unit.address === address);
    return new Unit(spec, address, now, before);
  });
}
