/** Ids in requests: a number, or its digits (docs/decisions.md 25). */
const DIGITS = /^[0-9]{1,10}$/;
const LARGEST = 2_147_483_647;

/** Returns undefined for a value that cannot be an id, which saves a database query. */
export function parseId(value: string | number | null | undefined): number | undefined {
  if (typeof value === 'string' && !DIGITS.test(value)) return undefined;
  const number = Number(value ?? Number.NaN);
  return Number.isInteger(number) && number >= 0 && number <= LARGEST ? number : undefined;
}
