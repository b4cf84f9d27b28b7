/**
 * A chart as a picture of its own: what it shows, of when, its lines by name, its axes and marks,
 * in the colours of the theme, on the theme's ground. Drawn anew at a size of its own, so that a
 * phone saves the same picture as a wall.
 */
import uPlot from 'uplot';
import { type ChartSeries, type TimeChartSetup, timeChartOptions } from './time-chart-options.ts';

export interface ChartPicture {
  readonly title: string;
  /** Span and zone, and what else must be known to read it. */
  readonly lines: readonly string[];
  readonly unit: string;
  readonly setup: Omit<TimeChartSetup, 'onCursor' | 'onZoom' | 'syncKey' | 'hasTimeAxis'>;
  readonly data: uPlot.AlignedData;
  readonly startMs: number;
  readonly endMs: number;
  readonly ink: string;
  readonly isRightToLeft: boolean;
}

const WIDTH = 1200;
const CHART_HEIGHT = 480;
const MARGIN = 24;
const TITLE_PX = 20;
const TEXT_PX = 13;
const ROW_PX = 20;
const SWATCH_PX = 26;

export async function drawChartPicture(picture: ChartPicture): Promise<Blob> {
  const ratio = uPlot.pxRatio;
  const chart = await drawnChart(picture);
  try {
    const rows = legendRows(picture);
    const head = MARGIN + TITLE_PX + 8 + ROW_PX * (picture.lines.length + rows.length + 1);
    const canvas = document.createElement('canvas');
    canvas.width = WIDTH * ratio;
    canvas.height = (head + CHART_HEIGHT + MARGIN) * ratio;
    const ctx = canvas.getContext('2d')!;
    ctx.scale(ratio, ratio);
    ctx.fillStyle = picture.setup.look.surface;
    ctx.fillRect(0, 0, WIDTH, head + CHART_HEIGHT + MARGIN);
    drawHead(ctx, picture, rows);
    const { canvas: drawn } = chart.ctx;
    ctx.drawImage(drawn, MARGIN, head, WIDTH - 2 * MARGIN, CHART_HEIGHT);
    return await toPng(canvas);
  } finally {
    chart.destroy();
  }
}

function drawnChart({ setup, data, startMs, endMs }: ChartPicture): Promise<uPlot> {
  const options = timeChartOptions(
    { ...setup, syncKey: '', hasTimeAxis: true, onCursor: () => {}, onZoom: () => {} },
    { width: WIDTH - 2 * MARGIN, height: CHART_HEIGHT },
  );
  return new Promise((resolve) => {
    const chart = new uPlot({
      ...options,
      scales: { ...options.scales, x: { time: true, range: [startMs / 1000, endMs / 1000] } },
      // Of no other chart: what a reader points at on the screen is not drawn here.
      cursor: { show: false },
      hooks: { draw: [...(options.hooks?.draw ?? []), () => queueMicrotask(() => resolve(chart))] },
    });
    chart.setData(data);
  });
}

const fontOf = (picture: ChartPicture, px: number, weight: number) =>
  `${weight} ${px}px ${picture.setup.look.font}`;

/** The lines by name, as many in a row as fit. */
function legendRows(picture: ChartPicture): ChartSeries[][] {
  const ctx = document.createElement('canvas').getContext('2d')!;
  ctx.font = fontOf(picture, TEXT_PX, 400);
  const rows: ChartSeries[][] = [];
  let left = Number.POSITIVE_INFINITY;
  for (const one of picture.setup.series) {
    const width = legendWidth(ctx, one);
    if (left + width > WIDTH - 2 * MARGIN) {
      rows.push([]);
      left = 0;
    }
    rows.at(-1)!.push(one);
    left += width;
  }
  return rows;
}

const legendText = ({ mark, label }: ChartSeries) => (mark === label ? label : `${mark}  ${label}`);
const legendWidth = (ctx: CanvasRenderingContext2D, one: ChartSeries) =>
  SWATCH_PX + ctx.measureText(legendText(one)).width + MARGIN;

function drawHead(
  ctx: CanvasRenderingContext2D,
  picture: ChartPicture,
  rows: readonly (readonly ChartSeries[])[],
): void {
  const { isRightToLeft, ink, setup } = picture;
  const start = isRightToLeft ? WIDTH - MARGIN : MARGIN;
  const onward = isRightToLeft ? -1 : 1;
  ctx.direction = isRightToLeft ? 'rtl' : 'ltr';
  ctx.textAlign = isRightToLeft ? 'right' : 'left';
  ctx.textBaseline = 'alphabetic';
  let y = MARGIN + TITLE_PX;
  ctx.fillStyle = ink;
  ctx.font = fontOf(picture, TITLE_PX, 600);
  ctx.fillText(picture.title, start, y);
  ctx.font = fontOf(picture, TEXT_PX, 400);
  ctx.fillStyle = setup.look.text;
  y += 8;
  for (const line of picture.lines) {
    y += ROW_PX;
    ctx.fillText(line, start, y);
  }
  for (const row of rows) {
    let x = start;
    y += ROW_PX;
    for (const one of row) {
      ctx.strokeStyle = one.color;
      ctx.lineWidth = 3;
      ctx.setLineDash([...(one.dash ?? [])]);
      ctx.beginPath();
      ctx.moveTo(x, y - 4);
      ctx.lineTo(x + onward * (SWATCH_PX - 6), y - 4);
      ctx.stroke();
      ctx.setLineDash([]);
      ctx.fillStyle = ink;
      ctx.fillText(legendText(one), x + onward * SWATCH_PX, y);
      x += onward * legendWidth(ctx, one);
    }
  }
  // The unit stands over its axis, which is on the left in every language.
  ctx.textAlign = 'left';
  ctx.fillStyle = setup.look.text;
  ctx.fillText(picture.unit, MARGIN, y + ROW_PX);
}

function toPng(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob === null) reject(new Error('the browser made no picture of the chart'));
      else resolve(blob);
    }, 'image/png');
  });
}
