/** Length and density of the demo history. */
const DAY_MS = 86_400_000;
const FIVE_MINUTES_MS = 300_000;
/** Time span of the charts next to live values. */
const LIVE_MS = 4 * FIVE_MINUTES_MS;
/** Days that are filled before the demo is reported ready. */
export const READY_DAYS = 7;

/** Returns a UTC midnight, so that meters and history begin at the same instant. */
export function startOfHistory(now: number, days: number): number {
  return Math.floor(now / DAY_MS) * DAY_MS - days * DAY_MS;
}

export interface HistoryDay {
  /** Start of the UTC day, or of the last minutes. */
  readonly from: number;
  readonly to: number;
  readonly intervalMs: number;
}

/**
 * Returns the days newest first: the last minutes as reported by the fleet, every minute; the last
 * week every five minutes; earlier days every quarter of an hour.
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
