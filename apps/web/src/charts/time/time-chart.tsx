/**
 * One panel of a chart of lines over time. Dragging zooms, unless the span is fixed; on the
 * keyboard, arrows move the crosshair and plus, minus and Escape zoom. The chart is a canvas, so it
 * also has a text description.
 */
import { type KeyboardEvent, useDeferredValue, useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { ChartColumns } from './history-columns.ts';
import { type TimeChartSetup, timeChartOptions } from './time-chart-options.ts';

export interface TimeChartProps extends TimeChartSetup {
  readonly columns: ChartColumns;
  readonly startMs: number;
  readonly endMs: number;
  readonly height: number;
  /** Text description of the chart. */
  readonly label: string;
}

/** Steps of the crosshair and of the zoom, as fractions of the span. */
const KEY_STEP = 1 / 60;
const KEY_ZOOM = 1 / 4;

function canDraw(): boolean {
  return document.createElement('canvas').getContext('2d') !== null;
}

export function toChartData({
  columns,
  series,
}: Pick<TimeChartProps, 'columns' | 'series'>): uPlot.AlignedData {
  const empty = columns.times.map(() => undefined);
  return [
    columns.times.map((ms) => ms / 1000),
    ...series.flatMap(({ field }) => [
      [...(columns.min[field] ?? empty)],
      [...(columns.max[field] ?? empty)],
    ]),
  ];
}

export function TimeChart(props: TimeChartProps) {
  const { columns, series, look, zone, leastRange, syncKey, hasTimeAxis, markMs, marks, levels } =
    props;
  const { startMs, endMs, height, zoom } = props;
  const canZoom = zoom !== undefined;
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot | null>(null);
  const latest = useRef(props);
  // The page is painted before its charts are drawn.
  const isPainted = useDeferredValue(true, false);
  useEffect(() => {
    latest.current = props;
  });

  useEffect(() => {
    const element = box.current;
    if (!isPainted || element === null || !canDraw()) return undefined;
    const setup: TimeChartSetup = {
      series,
      look,
      zone,
      leastRange,
      syncKey,
      hasTimeAxis,
      // Read whenever the chart is drawn, so that a change of them does not create a new one.
      get markMs() {
        return latest.current.markMs;
      },
      get marks() {
        return latest.current.marks;
      },
      get levels() {
        return latest.current.levels;
      },
      onCursor: (ms) => latest.current.onCursor(ms),
      ...(canZoom && {
        zoom: {
          to: (from, to) => latest.current.zoom?.to(from, to),
          out: () => latest.current.zoom?.out(),
        },
      }),
    };
    const size = () => ({ width: element.clientWidth || 600, height });
    const drawn = new uPlot(timeChartOptions(setup, size()), toChartData(latest.current), element);
    drawn.setScale('x', spanOf(latest.current));
    chart.current = drawn;
    const observer = new ResizeObserver(() => {
      // It also reports the size at first, which would draw the chart again.
      if (size().width !== drawn.width) drawn.setSize(size());
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      drawn.destroy();
      chart.current = null;
    };
  }, [isPainted, series, look, zone, leastRange, syncKey, hasTimeAxis, height, canZoom]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: levels change the range of the values.
  useEffect(() => {
    // Not as a batch, which would draw once more than the chart draws by itself.
    chart.current?.setData(toChartData({ columns, series }), false);
    chart.current?.setScale('x', spanOf({ startMs, endMs }));
  }, [columns, series, startMs, endMs, levels]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the chart reads them when it is drawn.
  useEffect(() => chart.current?.redraw(false), [marks, markMs]);

  const onKeyDown = (event: KeyboardEvent) => {
    const drawn = chart.current;
    const span = endMs - startMs;
    if (canZoom && (event.key === 'Escape' || event.key === '-')) zoom.out();
    else if (canZoom && (event.key === '+' || event.key === '=')) {
      const middle = cursorMs(drawn) ?? startMs + span / 2;
      const half = span * KEY_ZOOM;
      const from = Math.min(Math.max(startMs, middle - half), endMs - 2 * half);
      zoom.to(Math.round(from), Math.round(from + 2 * half));
    } else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
      if (drawn === null) return;
      const step = drawn.over.clientWidth * KEY_STEP * (event.key === 'ArrowLeft' ? -1 : 1);
      const left = drawn.cursor.left ?? -1;
      const start = left < 0 ? drawn.over.clientWidth / 2 : left;
      const to = Math.min(drawn.over.clientWidth - 1, Math.max(0, start + step));
      drawn.setCursor({ left: to, top: drawn.over.clientHeight / 2 });
    } else return;
    event.preventDefault();
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: no element matches a canvas with keyboard controls.
    <div
      ref={box}
      className="time-chart"
      role="group"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard moves the crosshair.
      tabIndex={0}
      aria-label={props.label}
      dir="ltr"
      style={{ blockSize: height }}
      onKeyDown={onKeyDown}
    />
  );
}

function spanOf({ startMs, endMs }: { startMs: number; endMs: number }) {
  return { min: startMs / 1000, max: endMs / 1000 };
}

function cursorMs(drawn: uPlot | null): number | null {
  const left = drawn?.cursor.left ?? -1;
  return drawn === null || left < 0 ? null : drawn.posToVal(left, 'x') * 1000;
}
