/** Draws a line chart as a picture: the same chart as on screen, at the size of the picture. */
import uPlot from 'uplot';
import type { LegendEntry, Painter, PictureRect } from '../picture-frame.ts';
import { type ChartSeries, type TimeChartSetup, timeChartOptions } from './time-chart-options.ts';

export const LINE_PICTURE_HEIGHT = 480;

export interface DrawnLines {
  readonly setup: Omit<TimeChartSetup, 'onCursor' | 'zoom' | 'syncKey' | 'hasTimeAxis'>;
  readonly data: uPlot.AlignedData;
  readonly startMs: number;
  readonly endMs: number;
}

export function lineLegend(series: readonly ChartSeries[]): readonly LegendEntry[] {
  return series.map(({ mark, label, color, dash }) => ({
    text: mark === label ? label : `${mark}  ${label}`,
    color,
    ...(dash === undefined ? {} : { dash }),
  }));
}

export function linePainter(lines: DrawnLines): Painter {
  return async (ctx, rect) => {
    const chart = await drawnChart(lines, rect);
    try {
      ctx.drawImage(chart.ctx.canvas, rect.left, rect.top, rect.width, rect.height);
    } finally {
      chart.destroy();
    }
  };
}

function drawnChart(
  { setup, data, startMs, endMs }: DrawnLines,
  { width, height }: PictureRect,
): Promise<uPlot> {
  const options = timeChartOptions(
    { ...setup, syncKey: '', hasTimeAxis: true, onCursor: () => {} },
    { width, height },
  );
  return new Promise((resolve) => {
    const chart = new uPlot({
      ...options,
      scales: { ...options.scales, x: { time: true, range: [startMs / 1000, endMs / 1000] } },
      // The picture is not synchronised with another chart, so it has no crosshair.
      cursor: { show: false },
      hooks: { draw: [...(options.hooks?.draw ?? []), () => queueMicrotask(() => resolve(chart))] },
    });
    chart.setData(data);
  });
}
