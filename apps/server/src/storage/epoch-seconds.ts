/**
 * Instants as seconds since 1970 (`date_part('epoch', …)`), for long answers that come out of the database packed into texts:
 * a double prints and parses in a third of the time of a date, and gives back every millisecond.
 */

/** Epoch milliseconds; fractions of one are cut, as the parser of instants cuts them. */
export function epochMs(seconds: number): number {
  const value = seconds * 1000;
  // The product with a fraction is off in its last bits: 1767225600.999 s are not quite 999 ms.
  return Number.isInteger(value) ? value : Math.floor(Number(value.toFixed(3)));
}
