/** A key in the form and its invalid fields; the server validates again. */
import type { ApiScope } from '@busbar/domain/access/api-scope';
import { formatMoment } from '@busbar/domain/formats/time-format';
import type { Refusal } from '@busbar/domain/refusal';

const DAY_MS = 86_400_000;
const USUAL_DAYS = 365;
/** Two years, with one day of margin for time zones. */
const MAX_DAYS = 730;

export interface DraftLimits {
  /** Null: the field is empty. */
  readonly perMinute: number | null;
  /** Null: no daily limit. */
  readonly perDay: number | null;
}

export interface KeyDraft extends DraftLimits {
  readonly name: string;
  readonly scopes: readonly ApiScope[];
  /** `YYYY-MM-DD`, its last day in the customer's time zone. */
  readonly lastDay: string;
}

/** First and last day that can be selected. */
export function dayBounds(now: number, zone: string): { first: string; last: string } {
  return { first: dayOf(now, zone), last: dayOf(now + MAX_DAYS * DAY_MS, zone) };
}

/** `usualPerMinute`: the installation's default for requests per minute. */
export function newDraft(now: number, zone: string, usualPerMinute: number): KeyDraft {
  const lastDay = dayOf(now + USUAL_DAYS * DAY_MS, zone);
  return { name: '', scopes: [], lastDay, perMinute: usualPerMinute, perDay: null };
}

/** NaN: the text of the field is not a number. */
export const isMissing = (value: number | null): boolean => value === null || Number.isNaN(value);

export type KeyProblem =
  | Extract<Refusal, 'key-name-required' | 'key-expiry-invalid'>
  | 'no-scope'
  | 'no-limit';

export function keyProblems(
  { name, scopes, lastDay, perMinute, perDay }: KeyDraft,
  { first, last }: { first: string; last: string },
): Partial<Record<keyof KeyDraft, KeyProblem>> {
  return {
    ...(name.trim() === '' ? { name: 'key-name-required' } : {}),
    ...(scopes.length === 0 ? { scopes: 'no-scope' } : {}),
    ...(isMissing(perMinute) ? { perMinute: 'no-limit' } : {}),
    ...(Number.isNaN(perDay) ? { perDay: 'no-limit' } : {}),
    ...(lastDay < first || lastDay > last ? { lastDay: 'key-expiry-invalid' } : {}),
  };
}

export function wireOf({ name, scopes, lastDay, perMinute, perDay }: KeyDraft) {
  return {
    name: name.trim(),
    scopes: [...scopes],
    expires_at: `${lastDay} 23:59:59`,
    ...(perMinute === null ? {} : { per_minute: perMinute }),
    per_day: perDay,
  };
}

const dayOf = (at: number, zone: string) => formatMoment(at, zone).slice(0, 10);
