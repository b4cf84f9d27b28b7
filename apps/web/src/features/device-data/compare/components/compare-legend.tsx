/** The lines by name, each with its value under the crosshair; a click hides or shows a line. */

import { withUnit } from '@busbar/domain/formats/number-format';
import { useTranslation } from 'react-i18next';
import { type Crosshair, nearestIndex, useCrosshair } from '../../../../charts/time/crosshair.ts';
import type { ChartColumns } from '../../../../charts/time/history-columns.ts';
import type { ChartSeries } from '../../../../charts/time/time-chart-options.ts';
import { useLanguage } from '../../../../i18n/use-language.ts';
import { lastFilled, newestText, rangeText } from '../../history/range-text.ts';

interface CompareLegendProps {
  readonly columns: ChartColumns;
  /** All lines, including hidden ones. */
  readonly series: readonly ChartSeries[];
  readonly hidden: ReadonlySet<string>;
  readonly unit: string;
  readonly digits: number;
  readonly crosshair: Crosshair;
  readonly onToggle: (key: string) => void;
}

export function CompareLegend(props: CompareLegendProps) {
  const { columns, series, hidden, digits, unit } = props;
  const { t } = useTranslation('analysis');
  const { tag } = useLanguage();
  const at = useCrosshair(props.crosshair);
  const index = at === null ? lastFilled(columns) : nearestIndex(columns.times, at);
  return (
    <ul className="compare-legend row gap-text" aria-label={t('analysis:compare.legend')}>
      {series.map(({ field, label, mark, color, dash }) => {
        const isEmpty = !columns.present.includes(field);
        const high = columns.max[field]?.[index];
        const value =
          at === null
            ? newestText(high, digits, tag)
            : rangeText(columns.min[field]?.[index], high, digits, tag);
        return (
          <li key={field} className="shrink">
            <button
              className="plain-button line inline gap-8 surface text-small"
              type="button"
              aria-pressed={!hidden.has(field)}
              title={t(hidden.has(field) ? 'analysis:compare.show' : 'analysis:compare.hide')}
              onClick={() => props.onToggle(field)}
            >
              <svg width="26" height="10" aria-hidden="true" focusable="false">
                <path
                  d="M0 5H26"
                  stroke={color}
                  strokeWidth="3"
                  strokeDasharray={dash?.join(' ')}
                />
              </svg>
              <b className="ltr">{mark}</b>
              <bdi className="compare-legend__name one-line">{label}</bdi>
              <span className="muted nowrap ltr">
                {isEmpty
                  ? t('analysis:compare.no-readings')
                  : value === '–'
                    ? value
                    : withUnit(value, unit, tag)}
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
