/** Collects the answers of one poll cycle of a meter, which become one reading. */
import type { Quantities } from '@busbar/device-profiles/profile';
import type { MeasuredReading } from '@busbar/domain/device/device-report';
import { measuredOf } from '@busbar/domain/device/measured-values';
import {
  ENERGY_REGISTER_FIELDS,
  type EnergyRegisterField,
  type EnergyRegisters,
  MEASUREMENT_FIELDS,
  type Measurement,
  type MeasurementField,
} from '@busbar/domain/device/measurement';
import { type Rejection, rejection } from '@busbar/domain/device/rejection';

/**
 * Answers older than this when their cycle ends are not used: polling may have paused in between,
 * and values of one reading must belong together.
 */
const MAX_CYCLE_MS = 120_000;

interface Answer {
  readonly at: number;
  readonly quantities: Quantities;
  readonly bytes: Uint8Array;
}

export interface MeterValues {
  /** Undefined if nothing was measured. */
  readonly reading: MeasuredReading | undefined;
  readonly rejected: readonly Rejection[];
  /** The frames that contained the values. */
  readonly bytes: Uint8Array;
}

export class MeterReading {
  #answers: Answer[] = [];
  readonly #revision: number;

  /** `revision` is that of the meter's settings. */
  constructor(revision: number) {
    this.#revision = revision;
  }

  /** `now` is in ms, of any clock. */
  add(quantities: Quantities, bytes: Uint8Array, now: number): void {
    this.#answers.push({ at: now, quantities, bytes });
  }

  clear(): void {
    this.#answers = [];
  }

  /** Returns what was answered since the last call. */
  take(slot: number | undefined, now: number): MeterValues {
    const answers = this.#answers.filter(({ at }) => now - at <= MAX_CYCLE_MS);
    this.#answers = [];
    const quantities: Quantities = Object.assign({}, ...answers.map((one) => one.quantities));
    const bytes = Buffer.concat(answers.map((one) => one.bytes));
    const { reading, rejected } = readingOf(quantities, slot);
    const revised = reading && { ...reading, meterRevision: this.#revision };
    return { reading: revised, rejected, bytes };
  }
}

function readingOf(
  quantities: Quantities,
  slot: number | undefined,
): Pick<MeterValues, 'reading' | 'rejected'> {
  const measurement: Measurement = {};
  const registers: EnergyRegisters = {};
  const rejected: Rejection[] = [];
  for (const [name, value] of Object.entries(quantities)) {
    if (value === undefined) continue;
    const isRegister = Object.hasOwn(ENERGY_REGISTER_FIELDS, name);
    const { min, max } = isRegister
      ? ENERGY_REGISTER_FIELDS[name as EnergyRegisterField]
      : MEASUREMENT_FIELDS[name as MeasurementField];
    if (!(value >= min && value <= max)) {
      rejected.push(rejection('out-of-bounds', `${name}: ${value} is not ${min} to ${max}`));
    } else if (isRegister) registers[name as EnergyRegisterField] = value;
    else measurement[name as MeasurementField] = value;
  }
  const measured = Object.keys(measurement).length > 0 ? measuredOf(measurement) : undefined;
  const counted = Object.keys(registers).length > 0 ? registers : undefined;
  const isEmpty = measured === undefined && counted === undefined;
  const reading = { address: slot, deviceTime: undefined, measured, registers: counted };
  return { reading: isEmpty ? undefined : reading, rejected };
}
