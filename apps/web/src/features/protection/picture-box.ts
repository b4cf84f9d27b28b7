/** The plot area of a limit picture in drawing units, and the position of a value in it. */
import type { Scale } from './limit-scale.ts';

export const BOX = {
  width: 480,
  height: 280,
  left: 44,
  /** Right edge of the plot; the labels of the limits are to its right. */
  right: 340,
  top: 10,
  bottom: 256,
} as const;

/** Values beyond the scale are drawn at its edge. */
export function yOf(value: number, { low, high }: Scale): number {
  const share = Math.min(1, Math.max(0, (value - low) / (high - low)));
  return Math.round((BOX.bottom - share * (BOX.bottom - BOX.top)) * 10) / 10;
}
