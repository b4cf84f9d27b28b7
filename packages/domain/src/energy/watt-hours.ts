/**
 * Energy is counted in whole watt-hours (varh for the reactive channels), so that every total is a
 * plain sum of integers. Registers, which devices report in kWh with any number of decimals, are
 * rounded half up once, here; on the wire, energy is in kWh again, exact to three decimals.
 */

/** At this distance from both integers, a binary rounding error cannot change the result. */
const CLEARLY = 0.25;

/** Converts a register's decimal text or number from kWh to Wh. */
export function whOfKwh(kwh: string | number): number {
  const product = Number(kwh) * 1000;
  const rounded = Math.round(product);
  if (Math.abs(product - rounded) < CLEARLY) return rounded;
  return halfUp(typeof kwh === 'number' ? plainText(kwh) : kwh);
}

/** Rounds half up by decimal digits: in binary, 1.0005 times 1000 is slightly below the half. */
function halfUp(text: string): number {
  const [whole = '0', fraction = ''] = text.split('.');
  const digits = fraction.padEnd(4, '0');
  return Number(whole) * 1000 + Number(digits.slice(0, 3)) + (digits.charAt(3) >= '5' ? 1 : 0);
}

/** Very small numbers are printed with an exponent. */
function plainText(kwh: number): string {
  const text = String(kwh);
  return text.includes('e') ? kwh.toFixed(20) : text;
}

/** kWh as a number that prints with at most three decimals. */
export function kwhOfWh(wh: number): number {
  return wh / 1000;
}
