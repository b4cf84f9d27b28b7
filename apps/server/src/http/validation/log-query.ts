/** Parses the request fields that both log searches share. */
import { parseInstant } from '@busbar/domain/calendar';

/** Old forms send empty or null for a field without a filter. */
export function givenText(value: string | null | undefined): string | undefined {
  return value === null || value === '' ? undefined : value;
}

/** Parses either form of docs/decisions.md 24 to ms; returns `invalid` for anything else. */
export function instantGiven(
  value: string | number | null | undefined,
  zone: string,
): number | undefined | 'invalid' {
  if (value === null || value === undefined || value === '') return undefined;
  return parseInstant(value, zone) ?? 'invalid';
}
