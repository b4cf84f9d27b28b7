/**
 * A small bar chart of an amount over the last days, with the newest day highlighted; the amount is
 * shown next to the chart.
 */

export interface SparkBarsProps {
  /** Amounts, oldest first; never negative. */
  readonly values: readonly number[];
}

const WIDTH = 120;
const HEIGHT = 34;

export function SparkBars({ values }: SparkBarsProps) {
  const most = Math.max(...values, 0);
  const step = WIDTH / Math.max(values.length, 7);
  return (
    <svg
      className="spark-bars"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      direction="ltr"
      aria-hidden="true"
      focusable="false"
    >
      {values.map((value, at) => {
        // A day without energy still draws a visible bar.
        const height = most === 0 ? 1 : Math.max(1, (value / most) * (HEIGHT - 2));
        const isNewest = at === values.length - 1;
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: the index identifies the day.
            key={at}
            x={WIDTH - (values.length - at) * step + step * 0.14}
            y={HEIGHT - height}
            width={step * 0.72}
            height={height}
            rx={Math.min(1.5, step / 4)}
            fill={isNewest ? 'var(--accent-text)' : 'var(--line-strong)'}
          />
        );
      })}
    </svg>
  );
}
