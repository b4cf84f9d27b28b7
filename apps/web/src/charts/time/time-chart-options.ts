/** uPlot options of the line chart: axes, crosshair, bands between minimum and maximum. */

import type { Numbers } from '@busbar/domain/formats/number-format';
import uPlot from 'uplot';
import { type ChartLevel, type ChartMark, drawLevels, drawMarks } from '../chart-marks.ts';
import { axisTimeLabels, zonedDate } from './axis-time.ts';
import { spreadLabels } from './end-labels.ts';
import { rangePaths } from './line-paths.ts';
import { singlePoints } from './single-points.ts';
import { valueRange } from './value-range.ts';

export interface ChartSeries {
  readonly field: string;
  readonly label: string;
  /** Label at the line's end, one or two letters, to distinguish lines without colour. */
  readonly mark: string;
  /** A resolved CSS colour; canvas does not support CSS variables. */
  readonly color: string;
  /** Dash pattern in px for a line whose time span differs from that of the axis. */
  readonly dash?: readonly number[];
}

export interface ChartLook {
  readonly text: string;
  readonly line: string;
  readonly surface: string;
  /** Colour of a highlighted instant. */
  readonly mark: string;
  readonly font: string;
  readonly numbers: Numbers;
}

export interface ChartZoom {
  readonly to: (fromMs: number, toMs: number) => void;
  readonly out: () => void;
}

export interface TimeChartSetup {
  readonly series: readonly ChartSeries[];
  readonly look: ChartLook;
  readonly zone: string;
  readonly leastRange: number;
  readonly syncKey: string;
  readonly hasTimeAxis: boolean;
  /** A highlighted instant in ms, drawn as a vertical line; null for none. */
  readonly markMs: number | null;
  /** Events in the displayed span. */
  readonly marks: readonly ChartMark[];
  /** Values drawn as labelled horizontal lines. */
  readonly levels?: readonly ChartLevel[] | undefined;
  readonly onCursor: (ms: number | null) => void;
  /** Undefined if the span is fixed. */
  readonly zoom?: ChartZoom | undefined;
}

/** Width of the value axis; equal in every panel, so that the panels' crosshairs are aligned. */
const VALUE_AXIS_PX = 52;
/** Height of the time axis, and the space for labels to the right of the lines. */
export const TIME_AXIS_PX = 40;
const LABEL_ROOM_PX = 20;
const LABEL_GAP_PX = 12;
/** Half the width of the symbol at a highlighted instant. */
const MARK_HALF_PX = 5;
/** A drag shorter than this counts as a click. */
const SHORTEST_DRAG_PX = 6;
/** A renderer without a GPU draws thicker lines several times as slowly. */
const LINE_PX = 1;

/**
 * Draws minimum and maximum of each series and the band between them. Marks and levels are read from
 * the setup whenever the chart is drawn.
 */
export function timeChartOptions(
  setup: TimeChartSetup,
  size: { width: number; height: number },
): uPlot.Options {
  const { series, look, zone } = setup;
  const levels = () => setup.levels?.map(({ value }) => value);
  const line = (one: ChartSeries, paths: uPlot.Series.PathBuilder): uPlot.Series => ({
    label: one.label,
    stroke: one.color,
    fill: `${one.color}33`,
    width: LINE_PX,
    paths,
    ...(one.dash === undefined ? {} : { dash: [...one.dash] }),
    // A reading between two gaps has no line, so it is drawn as a point.
    points: {
      show: true,
      size: 4,
      width: 0,
      fill: one.color,
      filter: (chart, index) => singlePoints(chart.data[index] ?? []),
    },
  });
  const font = `11px ${look.font}`;
  const grid = { stroke: look.line, width: 1 };
  return {
    ...size,
    padding: [8, LABEL_ROOM_PX, setup.hasTimeAxis ? 0 : 8, 0],
    legend: { show: false },
    tzDate: (seconds) => zonedDate(seconds * 1000, zone),
    scales: {
      x: { time: true },
      y: { range: (_chart, low, high) => valueRange(low, high, setup.leastRange, levels()) },
    },
    axes: [
      {
        stroke: look.text,
        font,
        grid,
        ticks: { show: false },
        // All panels draw the grid lines, but only the last one draws the time labels.
        size: setup.hasTimeAxis ? TIME_AXIS_PX : 0,
        values: (_chart, splits, _axis, _space, step) =>
          setup.hasTimeAxis ? axisTimeLabels(splits, step, zone) : splits.map(() => ''),
      },
      {
        stroke: look.text,
        font,
        grid,
        ticks: { show: false },
        size: VALUE_AXIS_PX,
        values: (_chart, splits) => splits.map((value) => look.numbers.short(value, 3)),
      },
    ],
    // The paths of the maxima contain the minima.
    series: [{}, ...series.flatMap((one) => [line(one, () => null), line(one, rangePaths)])],
    cursor: {
      sync: { key: setup.syncKey, scales: ['x', null] },
      drag: { x: setup.zoom !== undefined, y: false, setScale: false },
      points: { size: 7, width: 2, fill: look.surface },
      y: false,
    },
    hooks: {
      draw: [
        (chart) => drawLevels(chart, setup.levels ?? [], setup.look),
        (chart) => drawMarks(chart, setup.marks, setup.look),
        (chart) => drawMark(chart, setup),
        (chart) => drawEndLabels(chart, setup),
      ],
      setCursor: [
        (chart) => {
          const { left, idx } = chart.cursor;
          const seconds = left === undefined || left < 0 ? undefined : chart.data[0][idx ?? -1];
          setup.onCursor(seconds === undefined ? null : seconds * 1000);
        },
      ],
      setSelect: [
        (chart) => {
          const { left, width } = chart.select;
          if (width < SHORTEST_DRAG_PX) return;
          setup.zoom?.to(
            Math.round(chart.posToVal(left, 'x') * 1000),
            Math.round(chart.posToVal(left + width, 'x') * 1000),
          );
          chart.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
        },
      ],
    },
  };
}

/** The line is dashed and has a symbol at the top, to distinguish it from a grid line. */
function drawMark(chart: uPlot, { markMs, look }: TimeChartSetup): void {
  const { min, max } = chart.scales.x ?? {};
  if (markMs === null || typeof min !== 'number' || typeof max !== 'number') return;
  if (markMs / 1000 < min || markMs / 1000 > max) return;
  const { ctx, bbox } = chart;
  const ratio = uPlot.pxRatio;
  const x = Math.round(chart.valToPos(markMs / 1000, 'x', true));
  const half = MARK_HALF_PX * ratio;
  ctx.save();
  ctx.strokeStyle = look.mark;
  ctx.fillStyle = look.mark;
  ctx.lineWidth = 1.5 * ratio;
  ctx.beginPath();
  ctx.moveTo(x - half, bbox.top);
  ctx.lineTo(x + half, bbox.top);
  ctx.lineTo(x, bbox.top + 1.6 * half);
  ctx.fill();
  ctx.setLineDash([5 * ratio, 3 * ratio]);
  ctx.beginPath();
  ctx.moveTo(x, bbox.top);
  ctx.lineTo(x, bbox.top + bbox.height);
  ctx.stroke();
  ctx.restore();
}

/** Draws each line's label at its end. Coordinates are canvas pixels, finer than CSS pixels. */
function drawEndLabels(chart: uPlot, { series, look }: TimeChartSetup): void {
  const { ctx, bbox } = chart;
  const ratio = uPlot.pxRatio;
  const ends = series.flatMap((one, index) => {
    const values = chart.data[index * 2 + 2] ?? [];
    const at = lastNumber(values);
    const value = at < 0 ? undefined : values[at];
    if (typeof value !== 'number') return [];
    return [{ one, y: chart.valToPos(value, 'y', true) }];
  });
  const heights = spreadLabels(
    ends.map(({ y }) => y),
    LABEL_GAP_PX * ratio,
    bbox.top + bbox.height,
  );
  ctx.save();
  ctx.font = `600 ${11 * ratio}px ${look.font}`;
  ctx.textAlign = 'left';
  ctx.textBaseline = 'middle';
  ends.forEach(({ one }, index) => {
    ctx.fillStyle = one.color;
    ctx.fillText(one.mark, bbox.left + bbox.width + 5 * ratio, heights[index] ?? 0);
  });
  ctx.restore();
}

function lastNumber(values: ArrayLike<number | null | undefined>): number {
  for (let i = values.length - 1; i >= 0; i -= 1) {
    if (typeof values[i] === 'number') return i;
  }
  return -1;
}
