/**
 * Line of a cell with its minimum and maximum, drawn at its own rate and without React. It is SVG
 * instead of canvas: each canvas is a compositing layer, and two hundred changing layers cost a
 * frame more than all their lines.
 */

import { ltrText } from '@busbar/domain/formats/ltr-text';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNumbers } from '../../../i18n/use-numbers.ts';
import type { ShownCell } from '../api/use-wall.ts';
import { type LineRange, wallLine } from '../wall-line.ts';
import { lookOf } from '../wall-quantities.ts';
import { LINE_MS, LINE_PACE_MS, type WallStore } from '../wall-store.ts';

interface WallLineViewProps {
  readonly store: WallStore;
  readonly cell: ShownCell;
}

/** The line advances at this interval even without readings. */
const MOVE_MS = 5_000;

export function WallLineView({ store, cell }: WallLineViewProps) {
  const { t } = useTranslation('live-wall');
  const numbers = useNumbers();
  const place = useRef<SVGSVGElement>(null);
  const [range, setRange] = useState<LineRange>();
  const { device, quantity, low, high } = cell;
  const { unit, digits, leastRange } = lookOf(quantity);
  useEffect(() => {
    const paper = place.current!;
    const [limits, line] = paper.querySelectorAll('path');
    let size = { width: 0, height: 0 };
    let drawnAt = 0;
    let isEmpty = true;
    // Drawing two hundred lines in the same instant every five seconds would drop frames.
    const phase = Math.random();
    const draw = () => {
      const endMs = Date.now();
      const startMs = endMs - LINE_MS;
      drawnAt = endMs;
      const points = store.points(device, quantity).filter(({ ts }) => ts > startMs);
      const span = { startMs, endMs, gapMs: store.staleMs(device) };
      const drawn = wallLine(points, { ...size, ...span, leastRange, low, high });
      limits!.setAttribute('d', drawn?.limits ?? '');
      line!.setAttribute('d', drawn?.line ?? '');
      isEmpty = drawn === undefined;
      const now = drawn?.range;
      setRange((old) => (old?.low === now?.low && old?.high === now?.high ? old : now));
    };
    // Before the line has advanced by a pixel, a redraw would show the same.
    const pixelMs = () => Math.min(MOVE_MS, LINE_MS / Math.max(1, size.width));
    const drawWhenMoved = () => {
      if (isEmpty || Date.now() - drawnAt >= pixelMs()) draw();
    };
    const timer = setInterval(() => {
      if (Date.now() - drawnAt >= MOVE_MS) draw();
    }, MOVE_MS + LINE_PACE_MS);
    const leave = store.subscribe(device, quantity, drawWhenMoved, LINE_PACE_MS);
    // Measuring before each draw would force a layout in the frame that updates the numbers.
    const sizes = new ResizeObserver(([entry]) => {
      const { width, height } = entry!.contentRect;
      size = { width, height };
      // The observer also fires when it starts, which draws the line for the first time.
      draw();
      drawnAt -= phase * pixelMs();
    });
    sizes.observe(paper);
    return () => {
      clearInterval(timer);
      leave();
      sizes.disconnect();
    };
  }, [store, device, quantity, low, high, leastRange]);
  const amount = (value: number) => ltrText(numbers.quantity(value, digits, unit));
  const label =
    range === undefined
      ? t('live-wall:no-line')
      : t('live-wall:line', { low: amount(range.low), high: amount(range.high) });
  return (
    <div className="wall-cell__past ltr" title={label}>
      <svg ref={place} className="wall-cell__line grow" role="img" aria-label={label}>
        <path className="wall-cell__limits" />
        <path className="wall-cell__curve" />
      </svg>
      <span className="wall-cell__scale muted" aria-hidden="true">
        <span>{range && numbers.number(range.top, digits)}</span>
        <span>{range && numbers.number(range.bottom, digits)}</span>
      </span>
    </div>
  );
}
