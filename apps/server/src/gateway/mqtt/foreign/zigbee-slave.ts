/**
 * What one connection knows of a device behind a Zigbee2MQTT bridge.
 *
 * Zigbee2MQTT repeats the known values of a device in each message, also after a restart: a value
 * may be as old as the last report of the device. The first message of a connection is therefore no
 * reading; later ones are if a value differs, and contain only those registers that do. A position
 * counts once it has changed, or has been requested twice: the first of two messages without new
 * values may be a repetition, the second is the answer of the device.
 */
import { measuredIfAny } from '@busbar/device-protocol/foreign/value-collector';
import type { JsonObject } from '@busbar/device-protocol/payload';
import {
  definitionOfExposes,
  type ZigbeeDefinition,
  type ZigbeeSwitch,
} from '@busbar/device-protocol/zigbee2mqtt/zigbee-exposes';
import { readZigbeeState } from '@busbar/device-protocol/zigbee2mqtt/zigbee-state';
import type { MeasuredReading, StateReport } from '@busbar/domain/device/device-report';
import type { EnergyRegisters, Measurement } from '@busbar/domain/device/measurement';
import type { Rejection } from '@busbar/domain/device/rejection';
import { actionOfCommand, actionWithoutCause } from '@busbar/domain/switch/position-cause';
import type { KnownSwitch } from '../../../areas/control/outcomes/switch-queries.ts';
import { SwitchReports } from './switch-reports.ts';

export interface SlaveMessage {
  readonly reading: MeasuredReading | undefined;
  readonly states: readonly StateReport[];
  /** True if the message contains the position. */
  readonly hasPosition: boolean;
  /** True for the first message of the connection. */
  readonly isFirst: boolean;
  /** True if the message shows that a device is reachable that was not. */
  readonly isBack: boolean;
  readonly rejected: readonly Rejection[];
}

interface KnownValues {
  readonly measurement: Measurement;
  readonly registers: EnergyRegisters;
}

const NOTHING: ZigbeeDefinition = { output: undefined, measured: [], counted: [] };
/** Messages with a position after the requests: one may be a repetition of an older position. */
const MIN_ANSWERS = 2;

export class ZigbeeSlave {
  readonly address: number;
  readonly deviceId: number;
  readonly reports: SwitchReports;
  #exposes = '';
  #definition = NOTHING;
  #values: KnownValues | undefined;
  #isClosed: boolean | undefined;
  #isSure = false;
  #isAsked = false;
  #answers = 0;
  #isAway: boolean;

  constructor(
    {
      address,
      deviceId,
      isUnreachable,
    }: { readonly address: number; readonly deviceId: number; readonly isUnreachable: boolean },
    known: KnownSwitch,
    monotonic: () => number,
  ) {
    this.address = address;
    this.deviceId = deviceId;
    this.#isAway = isUnreachable;
    this.reports = new SwitchReports(monotonic, known);
  }

  /** Replaces the description of the device; another one begins with unknown values. */
  describe(exposes: readonly unknown[]): void {
    const text = JSON.stringify(exposes);
    if (text === this.#exposes) return;
    this.#exposes = text;
    this.#definition = definitionOfExposes(exposes) ?? NOTHING;
    this.#values = undefined;
    this.#forgetPosition();
  }

  get output(): ZigbeeSwitch | undefined {
    return this.#definition.output;
  }

  /** The switch whose position is to be requested; undefined if it was, or cannot be. */
  takeRequest(): ZigbeeSwitch | undefined {
    const { output } = this;
    if (this.#isAsked || this.#isAway || output?.isReadable !== true) return undefined;
    this.#isAsked = true;
    return output;
  }

  /**
   * Returns false if this was known. The position of a device that was away is unknown until it has
   * answered.
   */
  available(isOnline: boolean): boolean {
    if (isOnline !== this.#isAway) return false;
    this.#isAway = !isOnline;
    this.#forgetPosition();
    return true;
  }

  /** `isReporting`: the bridge publishes a position only if the device has reported it. */
  read(message: JsonObject, isReporting: boolean): SlaveMessage {
    const { values, isClosed } = readZigbeeState(this.#definition, message);
    const isFirst = this.#values === undefined;
    const reading = this.#reading(values);
    // The bridge may no longer be configured to watch the device; a new value is one of a device.
    const isBack = reading !== undefined && this.available(true);
    const isSure = isClosed !== undefined && this.#isPositionSure(isClosed, reading !== undefined);
    return {
      reading,
      states: isSure && isReporting ? this.#report(isClosed) : [],
      hasPosition: isClosed !== undefined,
      isFirst,
      isBack,
      rejected: values.rejected,
    };
  }

  #reading({ measurement, registers }: KnownValues): MeasuredReading | undefined {
    const before = this.#values;
    const known = { ...before?.measurement, ...measurement };
    this.#values = { measurement: known, registers: { ...before?.registers, ...registers } };
    if (before === undefined) return undefined;
    const newRegisters = differing(registers, before.registers);
    const hasCounted = Object.keys(newRegisters).length > 0;
    const hasMeasured = Object.keys(differing(measurement, before.measurement)).length > 0;
    if (!hasCounted && !hasMeasured) return undefined;
    return {
      address: this.address,
      deviceTime: undefined,
      measured: measuredIfAny(known),
      registers: hasCounted ? newRegisters : undefined,
    };
  }

  #isPositionSure(isClosed: boolean, hasNews: boolean): boolean {
    const isChanged = this.#isClosed !== undefined && this.#isClosed !== isClosed;
    this.#isClosed = isClosed;
    // A message with new values repeats the position; an answer contains nothing else that is new.
    if (this.#isAsked && !hasNews) this.#answers += 1;
    if (isChanged || this.#answers >= MIN_ANSWERS) this.#isSure = true;
    return this.#isSure;
  }

  #forgetPosition(): void {
    this.#isClosed = undefined;
    this.#isSure = false;
    this.#isAsked = false;
    this.#answers = 0;
  }

  /** The bridge does not state what has switched a device: the position proves the command. */
  #report(isClosed: boolean): readonly StateReport[] {
    const { reports, address } = this;
    const cause = reports.isCommanded(isClosed)
      ? actionOfCommand(isClosed)
      : actionWithoutCause(isClosed, reports.known);
    return reports.report(isClosed, cause, 'command').map((report) => ({ ...report, address }));
  }
}

function differing<T extends object>(values: T, before: T): Partial<T> {
  const entries = Object.entries(values) as [keyof T, unknown][];
  return Object.fromEntries(entries.filter(([key, value]) => before[key] !== value)) as Partial<T>;
}
