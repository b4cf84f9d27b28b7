/**
 * Instants as seconds since 1970 (`date_part('epoch', …)`), for long results that the database
 * returns packed into texts: a double is printed and parsed in a third of the time of a date, and
 * preserves every millisecond.
 */

/** Converts to epoch milliseconds; fractions are truncated, as in the parser of instants. */
export function epochMs(seconds: number): number {
  const value = seconds * 1000;
  // The product with a fraction is inexact in its last bits: 1767225600.999 s are not quite 999 ms.
  return Number.isInteger(value) ? value : Math.floor(Number(value.toFixed(3)));
}
