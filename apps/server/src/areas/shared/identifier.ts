/** Identifiers as they arrive: a number, or its digits (docs/decisions.md 25). */
const DIGITS = /^[0-9]{1,10}$/;
const LARGEST = 2_147_483_647;

/** Undefined for what no row can be named by, so that the database is not asked. */
export function parseId(value: string | number | null | undefined): number | undefined {
  if (typeof value === 'string' && !DIGITS.test(value)) return undefined;
  const number = Number(value ?? Number.NaN);
  return Number.isInteger(number) && number >= 0 && number <= LARGEST ? number : undefined;
}
