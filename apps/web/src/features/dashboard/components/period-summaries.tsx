/** Energy, fee, maximum, average and minimum of each month or day; also the legend of the chart. */

import { formatEnergyQuantity } from '@busbar/domain/formats/number-format';
import { useTranslation } from 'react-i18next';
import { Money } from '../../../components/values/money.tsx';
import { useLanguage } from '../../../i18n/use-language.ts';
import type { EnergyFeeEntry } from '../api/use-dashboard.ts';
import type { ChartPeriod } from '../months-chart.ts';

export interface PeriodSummariesProps {
  readonly entries: readonly EnergyFeeEntry[];
  readonly period: ChartPeriod;
  readonly currency: string;
  readonly ages: readonly string[];
}

export function PeriodSummaries({ entries, period, currency, ages }: PeriodSummariesProps) {
  const { t } = useTranslation('dashboard');
  const { tag } = useLanguage();
  const energy = (kwh: number | null) => (kwh === null ? '–' : formatEnergyQuantity(kwh, tag));
  return (
    <ul className="summaries">
      {entries.map((entry, at) => (
        <li key={entry.date}>
          <h3 className="line">
            <i className="swatch" style={{ background: ages[at] }} aria-hidden="true" />
            <bdi className="ltr">{entry.date}</bdi>
            <span className="faint plain">{t(`dashboard:chart.ago.${period}-${at}`)}</span>
          </h3>
          <dl>
            <div className="summaries__main">
              <dt>{t('dashboard:chart.energy')}</dt>
              <dd>
                <bdi className="ltr">{energy(entry.ept)}</bdi>
              </dd>
            </div>
            <div className="summaries__main">
              <dt>{t('dashboard:chart.fee')}</dt>
              <dd>
                <Money amount={entry.fee} currency={currency} />
              </dd>
            </div>
            <div>
              <dt>{t('dashboard:chart.max')}</dt>
              <dd>
                <bdi className="ltr">{energy(entry.ept_max)}</bdi>
              </dd>
            </div>
            <div>
              <dt>{t('dashboard:chart.avg')}</dt>
              <dd>
                <bdi className="ltr">{energy(rounded(entry.ept_avg))}</bdi>
              </dd>
            </div>
            <div>
              <dt>{t('dashboard:chart.min')}</dt>
              <dd>
                <bdi className="ltr">{energy(entry.ept_min)}</bdi>
              </dd>
            </div>
          </dl>
        </li>
      ))}
    </ul>
  );
}

/** An average is not a register value, so more than two decimals have no meaning. */
function rounded(kwh: number | null): number | null {
  return kwh === null ? null : Math.round(kwh * 100) / 100;
}
