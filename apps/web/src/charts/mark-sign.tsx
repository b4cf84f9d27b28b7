/** The symbol of an event marker next to text, identical to the one drawn on the canvas. */
import type { MarkShape } from './chart-marks.ts';
import { MARK_BOX, MARK_PATHS } from './mark-paths.ts';

export function MarkSign({ shape, color }: { shape: MarkShape; color: string }) {
  return (
    <svg
      width={MARK_BOX}
      height={MARK_BOX}
      viewBox={`0 0 ${MARK_BOX} ${MARK_BOX}`}
      aria-hidden="true"
      focusable="false"
    >
      <path
        d={MARK_PATHS[shape]}
        fill={shape === 'band' ? 'none' : color}
        stroke={color}
        strokeWidth={shape === 'band' ? 1.4 : 0}
      />
    </svg>
  );
}
