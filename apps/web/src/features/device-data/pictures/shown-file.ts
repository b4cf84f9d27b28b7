/**
 * Exports a chart: for each time column with a value, newest first, the minimum and maximum of each
 * line, with as many digits as on the screen.
 */
import { offsetMs } from '@busbar/domain/calendar';
import { machineNumber } from '@busbar/domain/formats/number-format';
import { formatMoment } from '@busbar/domain/formats/time-format';
import type { ChartColumns } from '../../../charts/time/history-columns.ts';
import { type CsvCell, toCsv } from '../../../lib/formats/csv.ts';

export interface ShownLine {
  /** Column of the chart. */
  readonly field: string;
  readonly label: string;
}

export interface ShownRow {
  readonly atMs: number;
  /** Minimum and maximum of each line in its order; undefined without a value. */
  readonly values: readonly (readonly [low: string, high: string] | undefined)[];
}

/** Rows of the chart with values of the given lines, newest first. */
export function shownRows(
  { times, min, max }: ChartColumns,
  lines: readonly Pick<ShownLine, 'field'>[],
  digits: number,
): ShownRow[] {
  const rows: ShownRow[] = [];
  for (let at = times.length - 1; at >= 0; at -= 1) {
    const values = lines.map(({ field }) => {
      const [low, high] = [min[field]?.[at], max[field]?.[at]];
      if (typeof low !== 'number' || typeof high !== 'number') return undefined;
      return [machineNumber(low, digits), machineNumber(high, digits)] as const;
    });
    if (values.some((value) => value !== undefined)) rows.push({ atMs: times[at]!, values });
  }
  return rows;
}

/** `2026-11-20 21:04:00 +08:00`: wall clock in the time zone with its offset from UTC. */
export function momentWithOffset(ms: number, zone: string): string {
  const minutes = Math.round(offsetMs(ms, zone) / 60_000);
  const size = Math.abs(minutes);
  const two = (part: number) => String(part).padStart(2, '0');
  const sign = minutes < 0 ? '-' : '+';
  return `${formatMoment(ms, zone)} ${sign}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

export interface ShownFileTexts {
  readonly time: string;
  /** Header of the second time column for a period that is drawn shifted; undefined without one. */
  readonly otherTime: string | undefined;
  readonly low: (label: string) => string;
  readonly high: (label: string) => string;
}

/** `shiftMs`: time by which the other period is shifted on the axis. */
export function shownCsv(
  rows: readonly ShownRow[],
  lines: readonly Pick<ShownLine, 'label'>[],
  texts: ShownFileTexts,
  zone: string,
  shiftMs: number,
): string {
  const hasOther = texts.otherTime !== undefined;
  const header = [
    texts.time,
    ...(hasOther ? [texts.otherTime] : []),
    ...lines.flatMap(({ label }) => [texts.low(label), texts.high(label)]),
  ];
  const body = rows.map(({ atMs, values }): CsvCell[] => [
    momentWithOffset(atMs, zone),
    ...(hasOther ? [momentWithOffset(atMs - shiftMs, zone)] : []),
    ...values.flatMap((value) => value ?? [null, null]),
  ]);
  return toCsv(header, body);
}
