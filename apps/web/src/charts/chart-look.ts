/** Colours and dimensions shared by all ECharts charts, derived from the light or dark theme. */
import { DARK, LIGHT, type Palette } from '../theme/palette.ts';
import { useIsDark } from '../theme/theme-mode.ts';

export interface ChartLook {
  readonly palette: Palette;
  /** Colours of the series, newest first: the newest series is prominent, older series recede. */
  readonly ages: readonly [string, string, string];
}

const LOOKS: Readonly<Record<'light' | 'dark', ChartLook>> = {
  light: { palette: LIGHT, ages: ['#1668dc', '#7d93ad', '#a5b5c7'] },
  dark: { palette: DARK, ages: ['#4f9bff', '#7388a2', '#55687f'] },
};

export function useChartLook(): ChartLook {
  return useIsDark() ? LOOKS.dark : LOOKS.light;
}

const FONT = 12;

/** Category axis (days, months) without ticks. */
export function nameAxis({ palette }: ChartLook, names: readonly string[]) {
  return {
    type: 'category' as const,
    data: [...names],
    axisLine: { lineStyle: { color: palette.lineStrong } },
    axisTick: { show: false },
    axisLabel: { color: palette.textFaint, fontSize: FONT, hideOverlap: true },
  };
}

/** Value axis with faint horizontal grid lines. */
export function amountAxis({ palette }: ChartLook, format: (value: number) => string) {
  return {
    type: 'value' as const,
    axisLabel: { color: palette.textFaint, fontSize: FONT, formatter: format },
    splitLine: { lineStyle: { color: palette.line } },
  };
}

export const CHART_GRID = { left: 4, right: 8, top: 12, bottom: 2, containLabel: true };

export function tooltipLook({ palette }: ChartLook) {
  return {
    confine: true,
    backgroundColor: palette.raised,
    borderColor: palette.line,
    textStyle: { color: palette.text, fontSize: 13 },
  };
}

export interface TooltipRow {
  readonly color: string;
  readonly name: string;
  readonly value: string;
}

/** Builds the tooltip from DOM elements: device names are inserted as text, never as markup. */
export function tooltipBox(title: string, rows: readonly TooltipRow[]): HTMLElement {
  const box = document.createElement('div');
  box.className = 'chart-tip';
  const head = document.createElement('strong');
  head.textContent = title;
  box.append(head);
  for (const { color, name, value } of rows) {
    const line = document.createElement('div');
    const mark = document.createElement('i');
    mark.style.background = color;
    const label = document.createElement('span');
    label.textContent = name;
    label.dir = 'auto';
    const amount = document.createElement('b');
    amount.textContent = value;
    line.append(mark, label, amount);
    box.append(line);
  }
  return box;
}
