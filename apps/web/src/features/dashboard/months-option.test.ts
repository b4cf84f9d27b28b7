import { BarChart } from 'echarts/charts';
import { GridComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import { describe, expect, it } from 'vitest';
import { LIGHT } from '../../theme/palette.ts';
import type { ChartShape } from './months-chart.ts';
import { monthsOption } from './months-option.ts';

// As in EChart, except that a picture of vectors can be read.
use([BarChart, GridComponent, SVGRenderer]);

const look = { palette: LIGHT, ages: ['#111111', '#222222', '#333333'] } as const;
const series = ['2026-11', '2026-10', '2026-09'].map((date, at) => ({
  date,
  values: Array.from({ length: 31 }, (_, day) => 100 * (at + 1) + day),
}));

function drawn(shape: ChartShape): string {
  const option = monthsOption({
    ...{ series, shape, look, period: 'month', value: 'energy', currency: 'CNY', tag: 'en-GB' },
  });
  const chart = init(null, null, { renderer: 'svg', ssr: true, width: 600, height: 300 });
  chart.setOption(option);
  const svg = chart.renderToSVGString();
  chart.dispose();
  return svg;
}

describe('the three-month chart', () => {
  it('draws the current month as bars and each earlier month as a line', () => {
    const svg = drawn('bar');
    expect(svg.split(`fill="${look.ages[0]}"`)).toHaveLength(32);
    for (const color of look.ages.slice(1)) expect(svg).toContain(`stroke="${color}"`);
  });

  it('draws every month as a line', () => {
    const svg = drawn('line');
    for (const color of look.ages) expect(svg).toContain(`stroke="${color}"`);
  });
});
