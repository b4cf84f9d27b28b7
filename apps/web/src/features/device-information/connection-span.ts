/** The spans of signal and connection log: 7, 30 or 90 days, or a custom range. */
import { parseLocal } from '@busbar/domain/calendar';

export const CONNECTION_RANGES = ['7d', '30d', '90d', 'custom'] as const;
export type ConnectionRange = (typeof CONNECTION_RANGES)[number];

export interface ConnectionSpanChoice {
  readonly range: ConnectionRange;
  /** Custom range: wall clock in the customer's time zone. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

const DAY_MS = 86_400_000;
const DAYS = { '7d': 7, '30d': 30, '90d': 90 } as const;
/** The API rejects an empty span. */
const SHORTEST_MS = 60_000;

/**
 * Epoch ms, half-open. A custom span without a start begins with the device's first data
 * (`firstMs`), one without an end extends to now; reversed ends are swapped.
 */
export function connectionSpan(
  { range, from, to }: ConnectionSpanChoice,
  nowMs: number,
  firstMs: number,
  zone: string,
): { readonly startMs: number; readonly endMs: number } {
  if (range !== 'custom') return { startMs: nowMs - DAYS[range] * DAY_MS, endMs: nowMs };
  const end = (to === undefined ? undefined : parseLocal(to, zone)) ?? nowMs;
  const start = (from === undefined ? undefined : parseLocal(from, zone)) ?? Math.min(firstMs, end);
  const [startMs, endMs] = start <= end ? [start, end] : [end, start];
  return { startMs, endMs: Math.max(endMs, startMs + SHORTEST_MS) };
}
