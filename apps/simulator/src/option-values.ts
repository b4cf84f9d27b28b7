/** Values of options on the command line; every error message is one sentence. */

export function numberOf(name: string, value: string, min: number, max: number): number {
  const number = value.trim() === '' ? Number.NaN : Number(value);
  if (number >= min && number <= max) return number;
  throw new Error(`--${name}: ${value} is not a number from ${min} to ${max}`);
}

export function wholeOf(name: string, value: string, min: number, max: number): number {
  const number = numberOf(name, value, min, max);
  if (Number.isInteger(number)) return number;
  throw new Error(`--${name}: ${value} is not a whole number`);
}

export function urlOf(name: string, value: string, protocols: readonly string[]): string {
  if (URL.canParse(value) && protocols.includes(new URL(value).protocol)) return value;
  throw new Error(`--${name}: ${value} is not an address beginning with ${protocols[0]}//`);
}
