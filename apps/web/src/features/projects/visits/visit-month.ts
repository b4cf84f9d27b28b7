/** A month as a sheet of whole weeks, Monday first; days are calendar days, `YYYY-MM-DD`. */
const DAY_MS = 86_400_000;

export interface MonthSheet {
  readonly weeks: readonly (readonly string[])[];
  readonly before: string;
  readonly after: string;
}

const textOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** `month` is `YYYY-MM`. */
export function monthSheet(month: string): MonthSheet {
  const [year = 1970, number = 1] = month.split('-').map(Number);
  const first = Date.UTC(year, number - 1, 1);
  const next = Date.UTC(year, number, 1);
  const start = first - ((new Date(first).getUTCDay() + 6) % 7) * DAY_MS;
  const weeks: string[][] = [];
  for (let week = start; week < next; week += 7 * DAY_MS) {
    weeks.push(Array.from({ length: 7 }, (_, day) => textOf(week + day * DAY_MS)));
  }
  return {
    weeks,
    before: textOf(first - DAY_MS).slice(0, 7),
    after: textOf(next).slice(0, 7),
  };
}

/** Start of the sheet and start of the day after it; wall clock. */
export function sheetSpan({ weeks }: MonthSheet): { start: string; end: string } {
  const first = weeks[0]?.[0] ?? '1970-01-01';
  const last = weeks.at(-1)?.[6] ?? first;
  return {
    start: `${first} 00:00:00`,
    end: `${textOf(Date.parse(last) + DAY_MS)} 00:00:00`,
  };
}
