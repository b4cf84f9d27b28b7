/** How far back the demo's history goes and how dense it is. */
const DAY_MS = 86_400_000;
const FIVE_MINUTES_MS = 300_000;
/** The lines beside live values are of so long. */
const LIVE_MS = 4 * FIVE_MINUTES_MS;
/** These are there before the demo is called ready. */
export const READY_DAYS = 7;

/** A UTC midnight, so that meters and history begin at the same instant. */
export function startOfHistory(now: number, days: number): number {
  return Math.floor(now / DAY_MS) * DAY_MS - days * DAY_MS;
}

export interface HistoryDay {
  /** First instant of the UTC day; of the last minutes, where they begin. */
  readonly from: number;
  readonly to: number;
  readonly intervalMs: number;
}

/**
 * Newest first: the last minutes as the fleet tells them, every minute; the days before every five
 * minutes in the last week, every quarter of an hour before.
 */
export function historyDays(countsFrom: number, now: number): HistoryDay[] {
  const liveFrom = Math.floor((now - LIVE_MS) / FIVE_MINUTES_MS) * FIVE_MINUTES_MS;
  const days: HistoryDay[] = [{ from: liveFrom, to: now, intervalMs: 60_000 }];
  const today = Math.floor(liveFrom / DAY_MS) * DAY_MS;
  for (let from = today; from >= countsFrom; from -= DAY_MS) {
    const recent = today - from <= READY_DAYS * DAY_MS;
    days.push({
      from,
      to: Math.min(from + DAY_MS, liveFrom),
      intervalMs: recent ? FIVE_MINUTES_MS : 3 * FIVE_MINUTES_MS,
    });
  }
  return days;
}
