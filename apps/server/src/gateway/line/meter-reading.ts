/** Collects the answers of one poll cycle of a meter, which become one reading. */
import type { Quantities } from '@busbar/device-profiles/profile';
import { encodeAnswers, type RawAnswer } from '@busbar/device-profiles/raw/answer-bytes';
import { readingOf } from '@busbar/device-profiles/reading/reading-of';
import type { MeasuredReading } from '@busbar/domain/device/device-report';
import type { Rejection } from '@busbar/domain/device/rejection';
import type { StoredMeter } from '../../areas/fleet/serial-lines/serial-line-queries.ts';

/**
 * Answers older than this when their cycle ends are not used: polling may have paused in between,
 * and values of one reading must belong together.
 */
const MAX_CYCLE_MS = 120_000;

export interface MeterAnswer {
  readonly quantities: Quantities;
  readonly raw: RawAnswer;
}

interface Answer extends MeterAnswer {
  readonly at: number;
  /** The frame. */
  readonly bytes: Uint8Array;
}

/** The settings by which answers are decoded. */
type DecodedBy = Pick<StoredMeter, 'revision' | 'station'>;

export interface MeterValues {
  /** Undefined if nothing was measured. */
  readonly reading: MeasuredReading | undefined;
  readonly rejected: readonly Rejection[];
  /** The frames that contained the values. */
  readonly bytes: Uint8Array;
}

export class MeterReading {
  #answers: Answer[] = [];
  readonly #meter: DecodedBy;

  constructor(meter: DecodedBy) {
    this.#meter = meter;
  }

  /** `now` is in ms, of any clock. */
  add(answer: MeterAnswer, bytes: Uint8Array, now: number): void {
    this.#answers.push({ ...answer, at: now, bytes });
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
    const { measured, registers, rejected } = readingOf(quantities);
    if (measured === undefined && registers === undefined) {
      return { reading: undefined, rejected, bytes };
    }
    const { revision, station } = this.#meter;
    const meterAnswers = { station, bytes: encodeAnswers(answers.map(({ raw }) => raw)) };
    const reading = { address: slot, deviceTime: undefined, measured, registers };
    return { reading: { ...reading, meterRevision: revision, meterAnswers }, rejected, bytes };
  }
}
