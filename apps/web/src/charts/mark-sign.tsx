/** The sign of a mark beside its words, as the canvas draws it. */
import type { MarkShape } from './chart-marks.ts';

const PATHS: Readonly<Record<MarkShape, string>> = {
  triangle: 'M2 2H12L7 10.5Z',
  diamond: 'M7 1L13 7L7 13L1 7Z',
  band: 'M1 13L13 1M1 7L7 1M7 13L13 7',
};

export function MarkSign({ shape, color }: { shape: MarkShape; color: string }) {
  return (
    <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true" focusable="false">
      <path
        d={PATHS[shape]}
        fill={shape === 'band' ? 'none' : color}
        stroke={color}
        strokeWidth={shape === 'band' ? 1.4 : 0}
      />
    </svg>
  );
}
