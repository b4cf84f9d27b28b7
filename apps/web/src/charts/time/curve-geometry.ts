/**
 * Geometry of a descending (duration) curve: fractions of time (0 to 1) on the x axis, values on
 * the y axis, zero always on the axis. Used by both the screen and the saved picture.
 */
import type { Numbers } from '@busbar/domain/formats/number-format';

export interface CurveBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface Curve {
  /** Returns the value reached for the fraction `part` (0 to 1) of the time. */
  readonly at: (part: number) => number;
  readonly highest: number;
  readonly lowest: number;
}

export interface GridLine {
  /** Position, px. */
  readonly at: number;
  readonly text: string;
}

export interface CurvePath {
  readonly points: readonly (readonly [x: number, y: number])[];
  /** Lower edge of the area under the curve, in px; it is at the lowest value of the axis. */
  readonly floor: number;
  readonly parts: readonly GridLine[];
  readonly values: readonly GridLine[];
}

const STEPS = 200;
const GRID = [0, 0.25, 0.5, 0.75, 1] as const;

export function curvePath(
  { at, highest, lowest }: Curve,
  box: CurveBox,
  numbers: Numbers,
): CurvePath {
  const top = Math.max(highest, 0);
  const bottom = Math.min(0, lowest);
  const range = top - bottom || 1;
  const x = (part: number) => box.left + part * box.width;
  const y = (value: number) => box.top + ((top - value) / range) * box.height;
  return {
    points: Array.from({ length: STEPS + 1 }, (_, i) => [x(i / STEPS), y(at(i / STEPS))] as const),
    floor: y(bottom),
    parts: GRID.map((part) => ({ at: x(part), text: numbers.percent(part * 100, 0) })),
    values: GRID.map((part) => {
      const value = bottom + part * range;
      return { at: y(value), text: numbers.short(Number(value.toPrecision(3)), 6) };
    }),
  };
}
