/** Three months by the day or three days by the hour, with a summary of each. */

import { unitLabel } from '@busbar/domain/unit-label';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Segmented } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { EChart } from '../../../charts/bars/echart.tsx';
import {
  amountAxis,
  CHART_GRID,
  type ChartLook,
  nameAxis,
  tooltipBox,
  tooltipLook,
  useChartLook,
} from '../../../charts/chart-look.ts';
import { Tile } from '../../../components/values/tile.tsx';
import { useLanguage } from '../../../i18n/use-language.ts';
import { present } from '../../../lib/address/search-params.ts';
import {
  ENERGY_UNIT,
  formatAmount,
  formatAxis,
  formatEnergy,
  formatEnergyQuantity,
  formatMoney,
} from '../../../lib/formats/number-format.ts';
import { type EnergyFeeEntry, useHours, type useMonths } from '../api/use-dashboard.ts';
import {
  allowedChoice,
  type ChartChoice,
  type ChartPeriod,
  type ChartShape,
  type ChartValue,
  type SlotSeries,
  slotNames,
  slotSeries,
} from '../months-chart.ts';
import { PeriodSummaries } from './period-summaries.tsx';
import { SeriesTable } from './series-table.tsx';

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

function ChartSwitches({ choice, isYear }: { choice: ChartChoice; isYear: boolean }) {
  const { t } = useTranslation('dashboard');
  const navigate = useNavigate({ from: '/dashboard' });
  const set = (part: Partial<ChartChoice>) =>
    void navigate({
      search: (old) => present({ ...old, ...part }),
      replace: true,
      resetScroll: false,
    });
  const isDay = choice.period === 'day';
  return (
    <div className="row">
      {(isDay || isYear) && (
        <span className="faint text-tiny" role="status">
          {t(isYear ? 'dashboard:chart.year-why' : 'dashboard:chart.fee-why')}
        </span>
      )}
      <Segmented<ChartValue>
        size="small"
        aria-label={t('dashboard:chart.value')}
        value={choice.value}
        options={[
          { value: 'energy', label: t('dashboard:chart.energy') },
          { value: 'fee', label: t('dashboard:chart.fee'), disabled: isDay },
        ]}
        onChange={(value) => set({ value })}
      />
      <Segmented<ChartPeriod>
        size="small"
        aria-label={t('dashboard:chart.period')}
        value={choice.period}
        options={[
          { value: 'day', label: t('dashboard:chart.day') },
          { value: 'month', label: t('dashboard:chart.month') },
        ]}
        onChange={(period) => set({ period })}
      />
      <Segmented<ChartShape>
        size="small"
        aria-label={t('dashboard:chart.shape')}
        value={choice.shape}
        options={[
          { value: 'bar', label: t('dashboard:chart.bar') },
          { value: 'line', label: t('dashboard:chart.line') },
        ]}
        onChange={(shape) => set({ shape })}
      />
    </div>
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
    () => monthsOption({ series, period, shape, currency, tag, look, value }),
    [series, period, shape, currency, tag, look, value],
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

interface MonthsDrawing {
  readonly series: readonly SlotSeries[];
  readonly period: ChartPeriod;
  readonly shape: ChartShape;
  readonly currency: string;
  readonly tag: string;
  readonly look: ChartLook;
  readonly value: ChartValue;
}

interface HoveredSlot {
  readonly seriesIndex: number;
  readonly seriesName: string;
  readonly axisValue: string;
  readonly value: number | null;
}

function monthsOption({ series, period, shape, currency, tag, look, value: of }: MonthsDrawing) {
  const amount = (value: number) =>
    of === 'energy' ? formatEnergyQuantity(value, tag) : formatMoney(value, currency, tag);
  return {
    animation: false,
    grid: CHART_GRID,
    tooltip: {
      ...tooltipLook(look),
      trigger: 'axis',
      axisPointer: { type: shape === 'bar' ? 'shadow' : 'line' },
      formatter: (hovered: readonly HoveredSlot[]) =>
        tooltipBox(
          hovered[0]?.axisValue ?? '',
          hovered.map(({ seriesIndex, seriesName, value }) => ({
            color: look.ages[seriesIndex] ?? '',
            name: seriesName,
            value: value == null ? '–' : amount(value),
          })),
        ),
    },
    xAxis: nameAxis(look, slotNames(period)),
    yAxis: amountAxis(look, (number) => formatAxis(number, tag)),
    series: series.map(({ date, values }, at) => ({
      name: date,
      type: shape,
      data: [...values],
      color: look.ages[at],
      // The current period is drawn above the periods it is compared with.
      z: 10 - at,
      ...(shape === 'line'
        ? {
            symbol: 'circle',
            symbolSize: 4,
            showSymbol: false,
            lineStyle: { width: at === 0 ? 2.5 : 1.5 },
          }
        : { barGap: '12%', barCategoryGap: '28%', itemStyle: { borderRadius: [2, 2, 0, 0] } }),
    })),
  };
}
