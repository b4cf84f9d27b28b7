/**
 * Exact fractions. A register of 165191 with the scale 1/100 is 1651.91 and never
 * 1651.9100000000001: nothing is multiplied in binary, and the result is rounded once, to the
 * number that prints the exact decimal.
 */
export interface Rational {
  readonly numerator: bigint;
  /** Greater than zero. */
  readonly denominator: bigint;
}

export const ONE: Rational = { numerator: 1n, denominator: 1n };

/** Decimals after which a fraction such as 1/3 is cut; no number of a profile has as many. */
const DECIMALS = 40;

/** Returns the decimal that the number prints: 0.1 is 1/10. Throws RangeError if not finite. */
export function rationalOf(value: number): Rational {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? [];
  if (whole === '') throw new RangeError(`${value} is not a finite number`);
  const digits = BigInt(sign + whole + fraction);
  const power = Number(exponent) - fraction.length;
  return power >= 0
    ? { numerator: digits * 10n ** BigInt(power), denominator: 1n }
    : { numerator: digits, denominator: 10n ** BigInt(-power) };
}

export const integer = (value: bigint): Rational => ({ numerator: value, denominator: 1n });

export function times(a: Rational, b: Rational): Rational {
  return { numerator: a.numerator * b.numerator, denominator: a.denominator * b.denominator };
}

/** The divisor must not be zero. */
export function dividedBy(a: Rational, b: Rational): Rational {
  const sign = b.numerator < 0n ? -1n : 1n;
  return {
    numerator: a.numerator * b.denominator * sign,
    denominator: a.denominator * b.numerator * sign,
  };
}

/** Returns the number nearest to the fraction; zero is never negative. */
export function numberOf({ numerator, denominator }: Rational): number {
  const size = numerator < 0n ? -numerator : numerator;
  const rest = ((size % denominator) * 10n ** BigInt(DECIMALS)) / denominator;
  const value = Number(`${size / denominator}.${String(rest).padStart(DECIMALS, '0')}`);
  return numerator < 0n ? -value + 0 : value;
}
