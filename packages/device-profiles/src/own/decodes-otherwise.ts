/** Compares what two profiles make of the same answers of a meter. */
import type { Block, Encoding, Profile, Quantity } from '../profile.ts';
import { REGISTER_TYPES } from '../values/register-value.ts';

/**
 * Returns true if a stored answer may give another value for any quantity. Names, notes, defaults,
 * the order of rows, which quantities are optional and how registers are divided into blocks do not
 * matter.
 */
export function decodesOtherwise(former: Profile, next: Profile): boolean {
  const [before, after] = [former, next].map(decodingOf);
  return (
    before!.size !== after!.size || [...after!].some(([name, rule]) => before!.get(name) !== rule)
  );
}

/** A text for each quantity that is the same if and only if its values are. */
function decodingOf({ blocks, quantities }: Profile): ReadonlyMap<string, string> {
  return new Map(
    quantities.map((quantity) => {
      const block = blocks.find(({ name }) => name === quantity.block)!;
      const { name, from, length, encoding, ratios, notAvailable } = quantity;
      const rule = [
        ...placeOf(block),
        ...[from, length, ...encodingOf(encoding), factorOf(quantity)],
        ...[ratios.toSorted().join('+'), notAvailable.map(String).toSorted().join('+')],
      ];
      return [name, rule.join(' ')];
    }),
  );
}

/** An answer of DL/T 645 is decoded only in the length that the profile has. */
function placeOf({ read, count }: Block): (string | number)[] {
  return 'identifier' in read ? [read.identifier, count] : [read.functionCode];
}

/** One register has no order of registers. */
function encodingOf(encoding: Encoding): string[] {
  if (!('order' in encoding)) return [encoding.type];
  const { type, order } = encoding;
  if (REGISTER_TYPES[type].registers > 1) return [type, order];
  return [type, order === 'ABCD' || order === 'CDAB' ? 'AB' : 'BA'];
}

/** The reduced fraction: × 10 ÷ 100 is ÷ 10. */
function factorOf({ factor: { numerator, denominator } }: Quantity): string {
  const divisor = commonDivisor(numerator < 0n ? -numerator : numerator, denominator);
  return `${numerator / divisor}/${denominator / divisor}`;
}

function commonDivisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : commonDivisor(b, a % b);
}
