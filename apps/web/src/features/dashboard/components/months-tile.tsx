/**
 * Three months by the day or three days by the hour, with a summary of each. The current one is
 * drawn as bars and the earlier ones as lines: 93 bars side by side cannot be read.
 */

import { formatAmount } from '@busbar/domain/formats/money-format';
import { ENERGY_UNIT, formatEnergy } from '@busbar/domain/formats/number-format';
import { unitLabel } from '@busbar/domain/formats/unit-label';
import { useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { EChart } from '../../../charts/bars/echart.tsx';
import { useChartLook } from '../../../charts/chart-look.ts';
import { Tile } from '../../../components/values/tile.tsx';
import { useLanguage } from '../../../i18n/use-language.ts';
import { useIsPhone } from '../../../lib/use-media.ts';
import { type EnergyFeeEntry, useHours, type useMonths } from '../api/use-dashboard.ts';
import { allowedChoice, type ChartChoice, slotNames, slotSeries } from '../months-chart.ts';
import { monthsOption } from '../months-option.ts';
import { ChartSwitches } from './chart-switches.tsx';
import { PeriodSummaries } from './period-summaries.tsx';
import { SeriesTable } from './series-table.tsx';

/** On a phone the current period and the one before. */
const PHONE_SERIES = 2;

export interface MonthsTileProps {
  readonly months: ReturnType<typeof useMonths>;
  readonly currency: string | undefined;
}

export function MonthsTile({ months, currency }: MonthsTileProps) {
  const { t } = useTranslation('dashboard');
  const search = useSearch({ from: '/shell/dashboard' });
  const isYear = search.period === 'year';
  const choice = allowedChoice({
    period: search.period === 'day' ? 'day' : 'month',
    value: search.value ?? 'energy',
    shape: search.shape ?? 'bar',
  });
  const hours = useHours(choice.period === 'day');
  return (
    <Tile
      title={t(`dashboard:chart.title.${choice.period}`)}
      query={choice.period === 'day' ? hours : months}
      className="months"
      tools={<ChartSwitches choice={choice} isYear={isYear} />}
    >
      {(entries) => <MonthsBody entries={entries} choice={choice} currency={currency} />}
    </Tile>
  );
}

interface MonthsBodyProps {
  readonly entries: readonly EnergyFeeEntry[];
  readonly choice: ChartChoice;
  readonly currency: string | undefined;
}

function MonthsBody({ entries, choice, currency = '' }: MonthsBodyProps) {
  const { t } = useTranslation('dashboard');
  const { tag } = useLanguage();
  const look = useChartLook();
  const isPhone = useIsPhone();
  const { period, value, shape } = choice;
  const unit = value === 'energy' ? unitLabel(ENERGY_UNIT, tag) : currency;
  const amount = (number: number) =>
    value === 'energy' ? formatEnergy(number, tag) : formatAmount(number, currency, tag);
  const slots = slotNames(period);
  // Structural sharing keeps the identity of unchanged data, so the chart is not redrawn.
  const series = useMemo(
    () => slotSeries(entries, { period, value, shape }),
    [entries, period, value, shape],
  );
  const option = useMemo(
    () =>
      monthsOption({
        series: isPhone ? series.slice(0, PHONE_SERIES) : series,
        period,
        shape,
        currency,
        tag,
        look,
        value,
      }),
    [isPhone, series, period, shape, currency, tag, look, value],
  );
  const label = t(`dashboard:chart.title.${period}`);
  return (
    <div className="months__body">
      <div className="months__chart shrink">
        <EChart option={option} label={`${label}, ${unit}`} />
        <SeriesTable
          caption={`${label}, ${unit}`}
          slots={slots}
          series={series.map(({ date, values }) => ({
            name: date,
            values: values.map((number) => (number === null ? '–' : amount(number))),
          }))}
        />
      </div>
      <PeriodSummaries entries={entries} period={period} currency={currency} ages={look.ages} />
    </div>
  );
}
