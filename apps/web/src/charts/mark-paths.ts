/** SVG paths of markers in a square; used next to text, in charts and in exported pictures. */
import type { MarkShape } from './chart-marks.ts';

/** Edge length of the square. */
export const MARK_BOX = 14;

export const MARK_PATHS: Readonly<Record<MarkShape, string>> = {
  triangle: 'M2 2H12L7 10.5Z',
  diamond: 'M7 1L13 7L7 13L1 7Z',
  band: 'M1 13L13 1M1 7L7 1M7 13L13 7',
};
