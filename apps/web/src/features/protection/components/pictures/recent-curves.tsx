/** Measurements of the last 15 minutes, broken where the device was offline. */
import type { Measurement } from '@busbar/domain/device/measurement';
import { type SparkPoint, splitSegments } from '../../../../charts/spark/sparkline-path.ts';
import type { Recent } from '../../../device-data/api/use-recent.ts';
import { BOX } from '../../picture-box.ts';
import { lineValue, type MeasuredLine, type Quantity } from '../../pictures.ts';

export interface ShownCurve extends MeasuredLine {
  readonly color: string;
  readonly quantity: Quantity;
  /** Latest value; undefined if the device does not measure it. */
  readonly now: number | undefined;
}

interface RecentCurvesProps {
  curves: readonly ShownCurve[];
  recent: Recent;
  y: (value: number) => number;
}

export function RecentCurves({ curves, recent, y }: RecentCurvesProps) {
  const { startMs, endMs, gapMs } = recent;
  const x = (ts: number) =>
    Math.round((BOX.left + ((ts - startMs) / (endMs - startMs)) * (BOX.right - BOX.left)) * 10) /
    10;
  return (
    <g className="limit-picture__curves">
      {curves.map((curve) => {
        const points = pointsOf(curve, recent).filter(({ ts }) => ts >= startMs && ts <= endMs);
        const path = splitSegments(points, gapMs)
          .map((segment) => {
            const steps = segment.map((point) => `${x(point.ts)} ${y(point.value)}`);
            return steps.length === 1 ? `M${steps[0]}h1` : `M${steps.join('L')}`;
          })
          .join('');
        return (
          <g key={curve.line} style={{ color: curve.color }}>
            <path d={path} />
            {curve.now !== undefined && <circle cx={BOX.right} cy={y(curve.now)} r="4" />}
          </g>
        );
      })}
    </g>
  );
}

/** A curve derived from several fields has a point where all of them were measured together. */
function pointsOf({ fields, line, quantity }: ShownCurve, recent: Recent): SparkPoint[] {
  const [first, ...rest] = fields;
  if (first === undefined) return [];
  if (rest.length === 0) return [...recent.points(first)];
  const readings = new Map<number, Measurement>();
  for (const field of fields) {
    for (const { ts, value } of recent.points(field)) {
      readings.set(ts, { ...readings.get(ts), [field]: value });
    }
  }
  return [...readings].flatMap(([ts, reading]) => {
    const isWhole = fields.every((field) => reading[field] !== undefined);
    const value = isWhole ? lineValue(quantity, { fields, line }, reading) : undefined;
    return value === undefined ? [] : [{ ts, value }];
  });
}
