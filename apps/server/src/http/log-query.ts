/** What the two log searches share in reading their request. */
import { parseInstant } from '@busbar/domain/calendar';

/** Empty and null fields of the old forms mean: not asked for. */
export function givenText(value: string | null | undefined): string | undefined {
  return value === null || value === '' ? undefined : value;
}

/** Either form of docs/decisions.md 24, in ms; `invalid` for what is no instant. */
export function instantGiven(
  value: string | number | null | undefined,
  zone: string,
): number | undefined | 'invalid' {
  if (value === null || value === undefined || value === '') return undefined;
  return parseInstant(value, zone) ?? 'invalid';
}
