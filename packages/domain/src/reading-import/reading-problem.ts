/** Problems of rows, each with the line, the column and the reason for the user. */
import type { ReadingColumn } from './reading-columns.ts';
import { MAX_READING_PROBLEMS } from './reading-limits.ts';

const READING_PROBLEMS = [
  /** An unquoted separator within a value has probably shifted the cells of the row. */
  'extra-cell',
  'time-missing',
  'time-unreadable',
  /** A date such as 03/04/2026, and the order of day and month is not chosen. */
  'time-order-unknown',
  /** The clock was set forward over this time. */
  'time-skipped',
  'time-future',
  'time-too-old',
  'time-twice',
  'time-unsorted',
  'value-missing',
  'value-unreadable',
  'value-negative',
  'value-too-large',
  'register-falls',
  'energy-impossible',
  /** An energy alone does not show how long its interval is. */
  'interval-unknown',
  /** The device has another reading of this time. */
  'stored-differs',
  /** The device has readings shortly before and after this time. */
  'stored-overlap',
  /** The device has readings within the period of the energies of a file. */
  'stored-within',
  'register-does-not-join',
  /** The meter counts its tariff bands, and a total alone would move their energy. */
  'bands-missing',
  /** The device has no reading after this one, which would show where its own register begins. */
  'later-reading-missing',
  'more-than-register',
  /** The device cannot have counted the rest of its register in the time after the file. */
  'remainder-impossible',
  /** A correction of the device's next reading is in force. */
  'corrected-reading',
  /** A former registration of the device has counted energy of this step. */
  'counted-before',
] as const;

export type ReadingProblemReason = (typeof READING_PROBLEMS)[number];

/** Problems of a whole stretch of rows, which leaving out one row does not solve. */
const OF_STRETCH: ReadonlySet<ReadingProblemReason> = new Set([
  'stored-within',
  'register-does-not-join',
  'bands-missing',
  'later-reading-missing',
  'more-than-register',
  'remainder-impossible',
  'corrected-reading',
  'counted-before',
]);

export interface ReadingProblem {
  readonly line: number;
  readonly column: ReadingColumn;
  readonly reason: ReadingProblemReason;
  /** Content of the cell, or the stored value that it is compared with. */
  readonly value: string;
}

/** Problems of a file; the first ones are listed, all are counted. */
export interface ProblemList {
  readonly listed: readonly ReadingProblem[];
  readonly count: number;
  /** Number of those that leaving out their rows does not solve. */
  readonly ofStretches: number;
}

const LONGEST_VALUE = 200;

export class ReadingProblems implements ProblemList {
  readonly listed: ReadingProblem[] = [];
  count = 0;
  ofStretches = 0;

  add(line: number, column: ReadingColumn, reason: ReadingProblemReason, value: string): void {
    this.count += 1;
    if (OF_STRETCH.has(reason)) this.ofStretches += 1;
    if (this.listed.length === MAX_READING_PROBLEMS) return;
    this.listed.push({ line, column, reason, value: value.slice(0, LONGEST_VALUE) });
  }
}
