/** How far back the demo's history goes and how dense it is. */
const DAY_MS = 86_400_000;
/** These are there before the demo is called ready. */
export const READY_DAYS = 7;

/** A UTC midnight, so that meters and history begin at the same instant. */
export function startOfHistory(now: number, days: number): number {
  return Math.floor(now / DAY_MS) * DAY_MS - days * DAY_MS;
}

export interface HistoryDay {
  /** First instant of the UTC day. */
  readonly from: number;
  readonly to: number;
  readonly intervalMs: number;
}

/** Newest day first; every five minutes in the last week, every quarter of an hour before. */
export function historyDays(countsFrom: number, now: number): HistoryDay[] {
  const days: HistoryDay[] = [];
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  for (let from = today; from >= countsFrom; from -= DAY_MS) {
    const recent = today - from <= READY_DAYS * DAY_MS;
    days.push({
      from,
      to: Math.min(from + DAY_MS, now),
      intervalMs: (recent ? 5 : 15) * 60_000,
    });
  }
  return days;
}
