/** Options of the three-month chart for ECharts, and the chart type that only it needs. */

import { formatMoney } from '@busbar/domain/formats/money-format';
import { formatAxis, formatEnergyQuantity } from '@busbar/domain/formats/number-format';
import { LineChart } from 'echarts/charts';
import { use } from 'echarts/core';
import {
  amountAxis,
  CHART_GRID,
  type ChartLook,
  nameAxis,
  tooltipBox,
  tooltipLook,
} from '../../charts/chart-look.ts';
import {
  type ChartPeriod,
  type ChartShape,
  type ChartValue,
  type SlotSeries,
  slotNames,
} from './months-chart.ts';

use([LineChart]);

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

export function monthsOption({
  series,
  period,
  shape,
  currency,
  tag,
  look,
  value: of,
}: MonthsDrawing) {
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
      type: at === 0 ? shape : 'line',
      data: [...values],
      color: look.ages[at],
      // Lines are drawn above bars, and the current period above those it is compared with.
      z: (at === 0 && shape === 'bar' ? 0 : 10) - at,
      ...(at > 0 || shape === 'line'
        ? {
            symbol: 'circle',
            symbolSize: 4,
            showSymbol: false,
            lineStyle: { width: at === 0 ? 2.5 : 2, type: at === 2 ? 'dashed' : 'solid' },
          }
        : { barCategoryGap: '28%', itemStyle: { borderRadius: [2, 2, 0, 0] } }),
    })),
  };
}
