/**
 * The spans of the history (docs/specification/readings.md 4.1): today from midnight, 3, 7 or 30
 * days, or a custom one.
 */
import { parseLocal, startOfDay } from '@busbar/domain/calendar';

export const RANGES = ['today', '3d', '7d', '30d', 'custom'] as const;
export type Range = (typeof RANGES)[number];

/** Milliseconds, half-open. */
export interface Span {
  readonly startMs: number;
  readonly endMs: number;
}

export interface SpanChoice {
  readonly range: Range;
  /** Custom range: wall clock in the customer's time zone. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Start and end of the zoom, in seconds. */
  readonly left?: number | undefined;
  readonly right?: number | undefined;
}

const DAY_MS = 86_400_000;
const DAYS = { '3d': 3, '7d': 7, '30d': 30 } as const;
/** Minimum zoom; a shorter span shows no more detail. */
export const SHORTEST_SPAN_MS = 60_000;

/** The complete selected span; a custom range without an end extends to now. */
export function wholeSpan(choice: SpanChoice, now: number, zone: string): Span {
  const { range } = choice;
  if (range === 'today') return { startMs: startOfDay(now, zone), endMs: now };
  if (range !== 'custom') return { startMs: now - DAYS[range] * DAY_MS, endMs: now };
  const endMs = (choice.to && parseLocal(choice.to, zone)) || now;
  const startMs = (choice.from && parseLocal(choice.from, zone)) || startOfDay(endMs - 1, zone);
  return startMs < endMs
    ? { startMs, endMs }
    : { startMs: endMs, endMs: Math.max(startMs, endMs + SHORTEST_SPAN_MS) };
}

/** The zoomed section of the span, or the full span without a zoom. */
export function shownSpan(whole: Span, { left, right }: SpanChoice): Span {
  if (left === undefined || right === undefined) return whole;
  const startMs = Math.max(whole.startMs, left * 1000);
  const endMs = Math.min(whole.endMs, right * 1000);
  return endMs - startMs >= SHORTEST_SPAN_MS ? { startMs, endMs } : whole;
}

/** Zoom as stored in the URL; undefined if it is too narrow. */
export function zoomOf(fromMs: number, toMs: number) {
  if (toMs - fromMs < SHORTEST_SPAN_MS) return undefined;
  return { left: Math.floor(fromMs / 1000), right: Math.ceil(toMs / 1000) };
}
