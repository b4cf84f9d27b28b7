/**
 * One meter on the line of a simulated DTU. Its counters are those of a simulated meter, so they
 * grow with its load and stop while its relay is open. A Modbus meter answers from the table of its
 * profile, a DL/T 645 meter from the identifiers of the standard.
 */

import { DLT645 } from '@busbar/device-protocol/frame/dlt645/dlt645-control';
import { cutDlt645, isWhole } from '@busbar/device-protocol/frame/dlt645/dlt645-frame';
import { HIGHEST_ADDRESS, MODBUS } from '@busbar/device-protocol/frame/modbus/modbus-frame';
import type { AlarmType } from '@busbar/domain/alarm/alarm-type';
import type { SwitchCommand } from '@busbar/domain/switch/interlock';
import { lineClock } from '../../meter/line-clock.ts';
import { answerDlt645 } from '../../meter/line-dlt645.ts';
import {
  FACTORY_ACCESS,
  LineMemory,
  type MeterAccess,
  type RelayCommand,
} from '../../meter/line-meter.ts';
import { Meter } from '../../meter/meter.ts';
import { answerModbus } from '../../meter/modbus-slave.ts';
import { sharedLoad } from '../../meter/shared-load.ts';
import { contactRegisters } from './contact-registers.ts';
import { type MeterValues, registersOf } from './profile-registers.ts';
import type { StationSpec } from './station-spec.ts';

const RATED_CURRENT_A = 63;
/** Bytes of a value in each frame of a meter that sends several. */
const CHAINED_BYTES = 2;

/** Faults of one meter. */
export interface StationQuirks {
  isSilent: boolean;
  /** Answers arrive after the timeout of the platform. */
  isSlow: boolean;
  hasWrongCheck: boolean;
  /** The variant without the registers that a profile marks as optional. */
  lacksOptional: boolean;
  /** Address of another meter, at which this one answers too. */
  clashesWith: string | undefined;
  /** The meter accepts commands, and its relay does not move. */
  hasStuckRelay: boolean;
  /** The meter has another password than the factory setting. */
  hasOtherPassword: boolean;
  /** Deviation of the meter's clock, ms. */
  clockOffsetMs: number;
  /** The answers to switching commands are lost, after the relay has moved. */
  losesSwitchAnswers: boolean;
  /** Reason for which a breaker has tripped, and trips again when it is closed. */
  trippedBy: AlarmType | undefined;
  /** A DL/T 645 meter sends values of more than two bytes in several frames. */
  chainsAnswers: boolean;
}

export const healthyStation = (): StationQuirks => ({
  isSilent: false,
  isSlow: false,
  hasWrongCheck: false,
  lacksOptional: false,
  clashesWith: undefined,
  hasStuckRelay: false,
  hasOtherPassword: false,
  clockOffsetMs: 0,
  losesSwitchAnswers: false,
  trippedBy: undefined,
  chainsAnswers: false,
});

const OTHER_PASSWORD: MeterAccess = { password: '987654', operator: undefined };

export interface StationSite {
  /** Code that determines the load of the meter. */
  readonly loadOf: string;
  readonly zone: string;
  readonly countsFrom: number;
}

export class Station {
  readonly spec: StationSpec;
  readonly meter: Meter;
  readonly quirks = healthyStation();
  /** True while the relay conducts. */
  closed = true;
  access = FACTORY_ACCESS;
  /** Number of switching commands that the meter has accepted. */
  accepted = 0;
  readonly #zone: string;
  readonly #held = new LineMemory();
  #commandedOpen = false;

  constructor(spec: StationSpec, { loadOf, zone, countsFrom }: StationSite, now: number) {
    this.spec = spec;
    this.#zone = zone;
    const load = sharedLoad({
      code: loadOf,
      phases: 3,
      ratedCurrentA: RATED_CURRENT_A,
      zone,
      countsFrom,
    });
    this.meter = new Meter(load, true, now);
  }

  /** All values that the meter has at an instant. */
  values(now: number): MeterValues {
    const values: MeterValues = { ...this.meter.measurement(now), ...this.meter.registers(now) };
    if (!this.quirks.lacksOptional) return values;
    for (const { name, optional } of this.spec.profile.quantities) {
      if (optional) delete values[name];
    }
    return values;
  }

  /** Returns undefined if the request, a whole frame, is not for this meter or a broadcast. */
  answer(request: Uint8Array, now: number): Uint8Array | undefined {
    if (this.quirks.isSilent) return undefined;
    return this.spec.profile.protocol === 'dlt645-2007'
      ? this.#answerDlt645(request, now)
      : this.#answerModbus(request, now);
  }

  /** Moves the contact at the breaker. */
  moveByHand(closed: boolean, now: number): void {
    this.#moveTo(closed, now);
  }

  /** Presses the button on the meter, which closes the relay if a command has allowed it. */
  pressButton(now: number): void {
    if (!this.#commandedOpen) this.#moveTo(true, now);
  }

  #answerModbus(request: Uint8Array, now: number): Uint8Array | undefined {
    const address = request[0]!;
    const { profile, ratios } = this.spec;
    if (address > HIGHEST_ADDRESS || !this.#hasAddress(String(address))) return undefined;
    if (this.quirks.trippedBy !== undefined) this.#moveTo(false, now);
    const tables = registersOf(profile, this.values(now), ratios);
    const contactValue = contactRegisters(profile, this.closed, this.quirks.trippedBy);
    const contact = {
      closed: this.closed,
      move: (command: SwitchCommand) =>
        (command === 'open' || command === 'close') && this.#obey(command, now),
    };
    const answer = answerModbus(request, {
      registerAt: (fn, register) => contactValue(fn, register) ?? tables.get(fn)?.get(register),
      ...(profile.switching !== undefined && { contact }),
    });
    const isLost = this.quirks.losesSwitchAnswers && request[1] === MODBUS.writeSingleCoil;
    return isLost ? undefined : answer;
  }

  #answerDlt645(request: Uint8Array, now: number): Uint8Array | undefined {
    const frame = cutDlt645(request, 0);
    if (frame === undefined || !isWhole(frame)) return undefined;
    const isClash = frame.address === this.quirks.clashesWith;
    const own = isClash ? frame.address : this.spec.station;
    const { quirks } = this;
    const values = this.values(now);
    const meter = {
      measurement: values,
      registers: values,
      closed: this.closed,
      commandedOpen: this.#commandedOpen,
      access: quirks.hasOtherPassword ? OTHER_PASSWORD : this.access,
      clock: lineClock(now + quirks.clockOffsetMs, this.#zone),
      held: this.#held,
      frameBytes: quirks.chainsAnswers ? CHAINED_BYTES : undefined,
    };
    const answer = answerDlt645(frame, own, meter, (command) => this.#obey(command, now));
    const isLost = quirks.losesSwitchAnswers && frame.control === DLT645.tripClose;
    return isLost ? undefined : answer;
  }

  #hasAddress(address: string): boolean {
    return address === this.spec.station || address === this.quirks.clashesWith;
  }

  #obey(command: RelayCommand, now: number): boolean {
    this.accepted += 1;
    this.#commandedOpen = command === 'open';
    if (command !== 'allow-close') this.#moveTo(command === 'close', now);
    return true;
  }

  #moveTo(closed: boolean, now: number): void {
    if (this.quirks.hasStuckRelay) return;
    this.closed = closed;
    this.meter.switched(closed, now);
  }
}
