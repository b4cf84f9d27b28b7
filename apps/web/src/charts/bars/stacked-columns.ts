import {
  amountAxis,
  CHART_GRID,
  type ChartLook,
  nameAxis,
  tooltipBox,
  tooltipLook,
} from '../chart-look.ts';

interface Series {
  readonly name: string;
  readonly values: readonly (number | null)[];
}

interface StackedColumns {
  /** Labels of the columns on the axis, and the titles of their tooltips. */
  readonly names: readonly string[];
  readonly titles: readonly string[];
  /** Tariff bands in stack order, from the bottom up. */
  readonly bands: readonly (Series & { readonly color: string })[];
  /** The total, shown only in the tooltip. */
  readonly total: Series;
  readonly barMaxWidth: number;
  readonly formatAmount: (value: number | null) => string;
  readonly formatAxis: (value: number) => string;
}

/** Returns the chart options of columns that are stacked by tariff band. */
export function stackedColumns(
  look: ChartLook,
  { names, titles, bands, total, barMaxWidth, formatAmount, formatAxis }: StackedColumns,
) {
  return {
    animation: false,
    grid: CHART_GRID,
    tooltip: {
      ...tooltipLook(look),
      trigger: 'axis',
      axisPointer: { type: 'shadow' },
      formatter: (hovered: readonly { readonly dataIndex: number }[]) => {
        const at = hovered[0]?.dataIndex ?? 0;
        const row = ({ name, values }: Series, color: string) => {
          const value = values[at];
          return { name, color, value: formatAmount(value === undefined ? 0 : value) };
        };
        return tooltipBox(titles[at] ?? '', [
          ...bands.map((band) => row(band, band.color)).reverse(),
          row(total, 'transparent'),
        ]);
      },
    },
    xAxis: nameAxis(look, names),
    yAxis: amountAxis(look, formatAxis),
    series: bands.map(({ name, color, values }) => ({
      name,
      type: 'bar',
      stack: 'bands',
      color,
      barMaxWidth,
      data: values,
    })),
  };
}
