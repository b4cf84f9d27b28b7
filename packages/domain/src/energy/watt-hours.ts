/**
 * Energy is counted in whole watt-hours (varh on the reactive channels), so that every total is
 * a plain sum of integers. A register, which devices tell in kWh with any number of decimals, is
 * rounded half up once, here; on the wire energy is kWh again, exact to three decimals.
 */

/** Between two whole numbers this far from both, a binary fraction cannot be mistaken for a half. */
const CLEARLY = 0.25;

/** Wh of a register's decimal text or number, kWh. */
export function whOfKwh(kwh: string | number): number {
  const product = Number(kwh) * 1000;
  const rounded = Math.round(product);
  if (Math.abs(product - rounded) < CLEARLY) return rounded;
  return halfUp(typeof kwh === 'number' ? plainText(kwh) : kwh);
}

/** By the digits themselves: 1.0005 times 1000 is a hair below the half it stands for. */
function halfUp(text: string): number {
  const [whole = '0', fraction = ''] = text.split('.');
  const digits = fraction.padEnd(4, '0');
  return Number(whole) * 1000 + Number(digits.slice(0, 3)) + (digits.charAt(3) >= '5' ? 1 : 0);
}

/** Very small numbers print with an exponent. */
function plainText(kwh: number): string {
  const text = String(kwh);
  return text.includes('e') ? kwh.toFixed(20) : text;
}

/** kWh as a number that prints with at most three decimals. */
export function kwhOfWh(wh: number): number {
  return wh / 1000;
}
