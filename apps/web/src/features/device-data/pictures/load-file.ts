/** Exports of the load: every column of the duration curve, every hour of the profile. */

import { machineNumber } from '@busbar/domain/formats/number-format';
import { formatMoment } from '@busbar/domain/formats/time-format';
import type { CsvCell } from '../../../lib/formats/csv.ts';
import { toCsv } from '../../../lib/formats/csv.ts';
import type { Span } from '../history/history-span.ts';
import type { DailyProfile, LoadDuration } from '../load/load-shape.ts';

const HOUR_MS = 3_600_000;

/** File name without extension; `key` names the content and the device. */
export function spanFileName(key: string, { startMs, endMs }: Span, zone: string): string {
  const [from, to] = [startMs, endMs].map((ms) => formatMoment(ms, zone).slice(0, 16));
  return `busbar-${key}-${from}_${to}`.replaceAll(/[ :]/g, '');
}

/** Descending kW load with the fraction of measured time (%) and number of hours it was reached. */
export function durationCsv(
  { values }: LoadDuration,
  columnMs: number,
  texts: { readonly part: string; readonly hours: string; readonly atLeast: string },
): string {
  return toCsv(
    [`${texts.part} (%)`, texts.hours, `${texts.atLeast} (kW)`],
    values.map((value, i) => [
      machineNumber(((i + 1) / values.length) * 100, 2),
      machineNumber(((i + 1) * columnMs) / HOUR_MS, 2),
      machineNumber(value, 2),
    ]),
  );
}

/** A row for each day, oldest first, with a column in kW for each hour of the local clock. */
export function profileCsv({ days }: DailyProfile, day: string): string {
  const hours = Array.from({ length: 24 }, (_, hour) => hour);
  return toCsv(
    [day, ...hours.map((hour) => `${hour}:00 (kW)`)],
    days.map(({ date, hours: means }): CsvCell[] => [
      date,
      ...hours.map((hour) => {
        const mean = means[hour];
        return mean === undefined ? undefined : machineNumber(mean, 2);
      }),
    ]),
  );
}
