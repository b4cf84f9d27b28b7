/** The line of a cell on a canvas: drawn by the frame, without a render of React. */
import type { MeasurementField } from '@busbar/domain/device/measurement';
import { WALL_STALE_MS } from '@busbar/domain/wall/wall-cell';
import { useEffect, useRef } from 'react';
import { splitSegments } from '../../../charts/sparkline-path.ts';
import { LINE_MS, type WallStore } from '../wall-store.ts';

interface SparkCanvasProps {
  readonly store: WallStore;
  readonly device: string;
  readonly field: MeasurementField;
  readonly leastRange: number;
}

/** Without readings the line still moves on. */
const MOVE_MS = 5_000;

export function SparkCanvas({ store, device, field, leastRange }: SparkCanvasProps) {
  const ref = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const draw = () => {
      if (ref.current !== null) drawLine(ref.current, store.points(device, field), leastRange);
    };
    draw();
    const timer = setInterval(draw, MOVE_MS);
    const leave = store.subscribe(device, field, draw);
    return () => {
      clearInterval(timer);
      leave();
    };
  }, [store, device, field, leastRange]);
  return <canvas ref={ref} className="wall-cell__line" />;
}

function drawLine(
  canvas: HTMLCanvasElement,
  points: ReturnType<WallStore['points']>,
  leastRange: number,
): void {
  const context = canvas.getContext('2d');
  if (context === null) return;
  const scale = devicePixelRatio;
  const width = Math.round(canvas.clientWidth * scale);
  const height = Math.round(canvas.clientHeight * scale);
  // Setting the size clears the canvas and costs a buffer: only when it has changed.
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  context.clearRect(0, 0, width, height);
  const end = Date.now();
  const inside = points.filter(({ ts }) => ts > end - LINE_MS);
  if (inside.length === 0) return;
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const { value } of inside) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  const range = Math.max(high - low, leastRange);
  const middle = (high + low) / 2;
  context.strokeStyle = getComputedStyle(canvas).color;
  context.lineWidth = 1.5 * scale;
  context.beginPath();
  for (const segment of splitSegments(inside, WALL_STALE_MS)) {
    for (const [i, { ts, value }] of segment.entries()) {
      const x = ((ts - end + LINE_MS) / LINE_MS) * width;
      const y = scale + (0.5 - (value - middle) / range) * (height - 2 * scale);
      if (i === 0) context.moveTo(x, y);
      else context.lineTo(x, y);
      // A lone reading between two silences still leaves a mark.
      if (segment.length === 1) context.lineTo(x + scale, y);
    }
  }
  context.stroke();
}
