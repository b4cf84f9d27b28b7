/** The line of a cell with its lowest and highest value: drawn on a canvas, at a pace of its own. */
import { WALL_STALE_MS } from '@busbar/domain/wall/wall-cell';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsDark } from '../../../theme/theme-mode.ts';
import type { ShownCell } from '../api/use-wall.ts';
import { drawLine, inkOf, type LineRange } from '../draw-line.ts';
import { lookOf } from '../wall-quantities.ts';
import { LINE_MS, LINE_PACE_MS, type WallStore } from '../wall-store.ts';

interface SparkCanvasProps {
  readonly store: WallStore;
  readonly cell: ShownCell;
}

/** Without readings the line still moves on. */
const MOVE_MS = 5_000;

export function SparkCanvas({ store, cell }: SparkCanvasProps) {
  const { t } = useTranslation('live-wall');
  // Drawn colours do not change with the page's.
  const isDark = useIsDark();
  const ref = useRef<HTMLCanvasElement>(null);
  const [range, setRange] = useState<LineRange>();
  const { device, quantity, low, high } = cell;
  const { unit, digits, leastRange } = lookOf(quantity);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours read here change with isDark
  useEffect(() => {
    const canvas = ref.current!;
    const ink = inkOf(canvas);
    let size = { width: 0, height: 0 };
    let drawnAt = 0;
    let isEmpty = true;
    const draw = () => {
      const end = Date.now();
      drawnAt = end;
      const points = store.points(device, quantity).filter(({ ts }) => ts > end - LINE_MS);
      const span = { startMs: end - LINE_MS, endMs: end, gapMs: WALL_STALE_MS };
      const drawn = drawLine(canvas, { size, ink }, points, { ...span, leastRange, low, high });
      isEmpty = drawn === undefined;
      setRange((old) => (old?.low === drawn?.low && old?.high === drawn?.high ? old : drawn));
    };
    const timer = setInterval(draw, MOVE_MS);
    // Until it has moved by a pixel a new drawing shows what the one before showed.
    const drawWhenMoved = () => {
      const pixelMs = Math.min(MOVE_MS, LINE_MS / Math.max(1, size.width));
      if (isEmpty || Date.now() - drawnAt >= pixelMs) draw();
    };
    const leave = store.subscribe(device, quantity, drawWhenMoved, LINE_PACE_MS);
    // Asked for before each drawing, the size would be laid out anew under the numbers of the frame.
    const sizes = new ResizeObserver(([entry]) => {
      size = entry!.contentRect;
      // The first time too.
      draw();
    });
    sizes.observe(canvas);
    return () => {
      clearInterval(timer);
      leave();
      sizes.disconnect();
    };
  }, [store, device, quantity, low, high, leastRange, isDark]);
  const amount = (value: number) =>
    `\u2066${value.toFixed(digits)}${unit === '' ? '' : `\u202F${unit}`}\u2069`;
  const said =
    range === undefined
      ? t('live-wall:no-line')
      : t('live-wall:line', { low: amount(range.low), high: amount(range.high) });
  return (
    <div className="wall-cell__past ltr" title={said}>
      <canvas ref={ref} className="wall-cell__line" role="img" aria-label={said} />
      <span className="wall-cell__scale" aria-hidden="true">
        <span>{range?.top.toFixed(digits)}</span>
        <span>{range?.bottom.toFixed(digits)}</span>
      </span>
    </div>
  );
}
