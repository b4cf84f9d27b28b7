/**
 * Search parameters are plain text in the address (`?device=866123456789012&page=2`), so that a
 * link can be read and written by hand. Routes validate them with these readers; an invalid value
 * is ignored and never an error.
 */
import { isMoment } from '@busbar/domain/formats/wall-clock';

export type SearchInput = Readonly<Record<string, unknown>>;

export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

export function stringifySearch(search: SearchInput): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(search)) {
    if (value !== undefined && value !== null && value !== '') params.set(key, String(value));
  }
  return params.size === 0 ? '' : `?${params}`;
}

export function readText(value: unknown, maxLength = 200): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const text = String(value).slice(0, maxLength);
  return text === '' ? undefined : text;
}

export function readWhole(value: unknown, least: number, most: number): number | undefined {
  if (typeof value !== 'number' && !(typeof value === 'string' && /^\d{1,16}$/.test(value))) {
    return undefined;
  }
  const whole = Number(value);
  return Number.isInteger(whole) && whole >= least && whole <= most ? whole : undefined;
}

export function readOneOf<const T extends string>(
  value: unknown,
  list: readonly T[],
): T | undefined {
  return list.find((entry) => entry === value);
}

/** Wall-clock text `YYYY-MM-DD HH:mm:ss` in the customer's time zone. */
export function readMoment(value: unknown): string | undefined {
  return typeof value === 'string' && isMoment(value) ? value : undefined;
}

/**
 * Reads a calendar day `YYYY-MM-DD`. It is validated without the time zone calendar, which the
 * first page does not load.
 */
export function readDay(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return undefined;
  const atUtc = new Date(`${value}T00:00:00Z`);
  // `Date` would accept a 30th of February as a day in March.
  return !Number.isNaN(atUtc.getTime()) && atUtc.toISOString().startsWith(value)
    ? value
    : undefined;
}

/** Removes undefined members: with exact optional types they differ from absent ones. */
export function present<T extends object>(value: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as {
    [K in keyof T]?: NonNullable<T[K]>;
  };
}
