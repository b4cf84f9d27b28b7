/** Small line chart of one value's last minutes, without axes; the value is shown next to it. */
import { type SparkBox, type SparkPoint, sparklinePath } from './sparkline-path.ts';

export interface SparklineProps extends Omit<SparkBox, 'width' | 'height'> {
  readonly points: readonly SparkPoint[];
  readonly color: string;
  readonly width?: number;
  readonly height?: number;
}

export function Sparkline({ points, color, width = 160, height = 34, ...span }: SparklineProps) {
  const path = sparklinePath(points, { ...span, width, height });
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      width="100%"
      height={height}
      direction="ltr"
      aria-hidden="true"
      focusable="false"
    >
      <path
        d={`M0 ${height - 0.5}H${width}`}
        stroke="var(--line)"
        strokeWidth="1"
        vectorEffect="non-scaling-stroke"
      />
      <path
        d={path}
        fill="none"
        stroke={color}
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
