/**
 * Checks the rows of a file by themselves: times, numbers, their order, and energy that the device
 * cannot have measured. A row with a problem is left out, and the next one is compared with the row
 * before it.
 */
import { allowanceWh, type EnergyLimits, limitBetween } from '../energy/energy-limit.ts';
import { whOfKwh } from '../energy/watt-hours.ts';
import type { ReadingRow, ReadingTable } from './read-reading-table.ts';
import { intervalsOf, type TimeMarks } from './reading-intervals.ts';
import { type ProblemList, ReadingProblems } from './reading-problem.ts';
import { readTime, type TimeRules } from './reading-time.ts';
import { type DecimalSign, readValue } from './reading-value.ts';

export interface ReadingRules extends TimeRules, EnergyLimits {
  readonly decimalSign: DecimalSign;
  /** The end of its interval that the time of an energy is. */
  readonly timeMarks: TimeMarks;
  /** Epoch ms. */
  readonly now: number;
  /** Earlier readings cannot be stored, epoch ms. */
  readonly earliest: number;
}

/** A valid row: a register at a time, or the energy of the interval (from, at]. */
export interface CheckedReading {
  readonly line: number;
  /** Epoch ms. Equal to `at` for a register. */
  readonly from: number;
  readonly at: number;
  readonly kwh: number;
}

export interface CheckedFile extends Pick<ReadingTable, 'valueColumn' | 'passedOver'> {
  /** Number of rows that are not empty. */
  readonly rows: number;
  /** In the order of their times. */
  readonly readings: readonly CheckedReading[];
  readonly problems: ProblemList;
}

interface TimedRow {
  readonly row: ReadingRow;
  readonly at: number;
  readonly kwh: number;
}

export function checkReadings(table: ReadingTable, rules: ReadingRules): CheckedFile {
  const { valueColumn, passedOver, rows } = table;
  const problems = new ReadingProblems();
  const check = valueColumn === 'register' ? risingRegisters : possibleEnergies;
  const readings = check(timedRows(table, rules, problems), rules, problems);
  return { valueColumn, passedOver, rows: rows.length, readings, problems };
}

function timedRows(
  { rows, valueColumn }: ReadingTable,
  rules: ReadingRules,
  problems: ReadingProblems,
): TimedRow[] {
  const timed: TimedRow[] = [];
  let last = Number.NEGATIVE_INFINITY;
  for (const row of rows) {
    const { line, time, value, extra } = row;
    if (extra !== undefined) {
      problems.add(line, valueColumn, 'extra-cell', extra);
      continue;
    }
    const read = readTime(time, rules);
    if ('reason' in read) {
      problems.add(line, 'time', read.reason, time.text);
      continue;
    }
    // Of a clock time that occurs twice, the first instant after the row before it.
    const at = read.instants.find((instant) => instant > last);
    if (at === undefined) {
      const reason = read.instants.includes(last) ? 'time-twice' : 'time-unsorted';
      problems.add(line, 'time', reason, time.text);
      continue;
    }
    const reason = boundOf(at, rules);
    if (reason !== undefined) {
      problems.add(line, 'time', reason, time.text);
      continue;
    }
    const number = readValue(value, rules.decimalSign);
    if ('reason' in number) {
      problems.add(line, valueColumn, number.reason, value.text);
      continue;
    }
    last = at;
    timed.push({ row, at, kwh: number.kwh });
  }
  return timed;
}

function boundOf(at: number, { now, earliest }: ReadingRules) {
  if (at > now) return 'time-future';
  return at < earliest ? 'time-too-old' : undefined;
}

const allowed = (rules: ReadingRules, from: number, at: number): number =>
  allowanceWh(limitBetween(rules, from, at), from, at);

function risingRegisters(
  timed: readonly TimedRow[],
  rules: ReadingRules,
  problems: ReadingProblems,
): CheckedReading[] {
  const readings: CheckedReading[] = [];
  for (const { row, at, kwh } of timed) {
    const last = readings.at(-1);
    const deltaWh = last === undefined ? 0 : whOfKwh(kwh) - whOfKwh(last.kwh);
    if (deltaWh < 0) problems.add(row.line, 'register', 'register-falls', row.value.text);
    else if (last !== undefined && deltaWh > allowed(rules, last.at, at)) {
      problems.add(row.line, 'register', 'energy-impossible', row.value.text);
    } else readings.push({ line: row.line, from: at, at, kwh });
  }
  return readings;
}

function possibleEnergies(
  timed: readonly TimedRow[],
  rules: ReadingRules,
  problems: ReadingProblems,
): CheckedReading[] {
  const intervals = intervalsOf(
    timed.map(({ at }) => at),
    rules.timeMarks,
  );
  return timed.flatMap(({ row, kwh }, i) => {
    const { line } = row;
    const interval = intervals?.[i];
    if (interval === undefined) {
      problems.add(line, 'time', 'interval-unknown', row.time.text);
      return [];
    }
    const { from, at } = interval;
    const reason = boundOf(from, rules) ?? boundOf(at, rules);
    if (reason !== undefined) {
      problems.add(line, 'time', reason, row.time.text);
      return [];
    }
    if (whOfKwh(kwh) > allowed(rules, from, at)) {
      problems.add(line, 'energy', 'energy-impossible', row.value.text);
      return [];
    }
    return [{ line, from, at, kwh }];
  });
}
