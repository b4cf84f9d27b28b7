/** The plot of a limit picture in the units of its drawing, and where a value stands in it. */
import type { Scale } from './limit-scale.ts';

export const BOX = {
  width: 480,
  height: 280,
  left: 44,
  /** Right edge of the plot; labels of the limits stand beyond. */
  right: 340,
  top: 10,
  bottom: 256,
} as const;

/** Values beyond the scale stand at its edge. */
export function yOf(value: number, { low, high }: Scale): number {
  const share = Math.min(1, Math.max(0, (value - low) / (high - low)));
  return Math.round((BOX.bottom - share * (BOX.bottom - BOX.top)) * 10) / 10;
}
