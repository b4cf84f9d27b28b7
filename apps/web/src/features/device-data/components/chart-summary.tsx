/** Text alternative of the canvas: the extremes of each line with their times, and the limits. */

import { formatMoment } from '@busbar/domain/formats/time-format';
import { useTranslation } from 'react-i18next';
import type { ChartLevel } from '../../../charts/chart-marks.ts';
import type { Cell, ChartColumns } from '../../../charts/time/history-columns.ts';
import type { ChartSeries } from '../../../charts/time/time-chart-options.ts';
import { useNumbers } from '../../../i18n/use-numbers.ts';

interface ChartSummaryProps {
  readonly columns: ChartColumns;
  readonly series: readonly ChartSeries[];
  readonly unit: string;
  readonly digits: number;
  readonly zone: string;
  readonly levels?: readonly ChartLevel[] | undefined;
  /** Time by which a line is shifted on the axis, ms. */
  readonly shiftOf?: (field: string) => number;
}

export function ChartSummary({ columns, series, levels, shiftOf, ...panel }: ChartSummaryProps) {
  const { t } = useTranslation('data');
  const numbers = useNumbers();
  return (
    <ul className="visually-hidden">
      {series.map(({ field, label }) => {
        const low = extreme(columns.times, columns.min[field] ?? [], (a, b) => a < b);
        const high = extreme(columns.times, columns.max[field] ?? [], (a, b) => a > b);
        if (low === undefined || high === undefined) return null;
        const shift = shiftOf?.(field) ?? 0;
        return (
          <li key={field}>
            {t('data:chart.summary', {
              label,
              unit: numbers.unit(panel.unit),
              low: numbers.number(low.value, panel.digits),
              lowAt: formatMoment(low.at - shift, panel.zone),
              high: numbers.number(high.value, panel.digits),
              highAt: formatMoment(high.at - shift, panel.zone),
            })}
          </li>
        );
      })}
      {levels?.map(({ label }) => (
        <li key={label}>{label}</li>
      ))}
    </ul>
  );
}

function extreme(
  times: readonly number[],
  cells: readonly Cell[],
  isFurther: (a: number, b: number) => boolean,
) {
  let found: { at: number; value: number } | undefined;
  cells.forEach((value, index) => {
    if (typeof value !== 'number') return;
    if (found === undefined || isFurther(value, found.value)) found = { at: times[index]!, value };
  });
  return found;
}
