/**
 * The registers of a meter, from its profile and its values: the table that the platform decodes,
 * in reverse. A register is a number in the unit and the scale of the meter, without the ratio of
 * its transformers.
 */
import type { IdentityRule, Profile, Quantity, Ratios } from '@busbar/device-profiles/profile';
import type { EnergyRegisters, Measurement } from '@busbar/domain/device/measurement';
import { textWords, wordsOf } from './register-words.ts';

export type MeterValues = Measurement & EnergyRegisters;

/** Registers by address, for each function code that reads them. */
export type RegisterTables = ReadonlyMap<number, ReadonlyMap<number, number>>;

/**
 * A quantity that `values` lacks has no register. Registers of a block that contain no quantity are
 * zero, as in a meter whose table has more than its profile.
 */
export function registersOf(profile: Profile, values: MeterValues, ratios: Ratios): RegisterTables {
  const tables = new Map<number, Map<number, number>>();
  const put = (fn: number, from: number, words: readonly number[]): void => {
    const table = tables.get(fn) ?? new Map<number, number>();
    tables.set(fn, table);
    for (const [at, word] of words.entries()) table.set(from + at, word);
  };
  for (const { block, expected } of profile.identity) {
    if ('functionCode' in block.read) {
      put(block.read.functionCode, block.from, identityWords(expected, block.count));
    }
  }
  for (const { name, from, count, read } of profile.blocks) {
    if (!('functionCode' in read)) continue;
    put(read.functionCode, from, Array<number>(count).fill(0));
    for (const quantity of profile.quantities.filter(({ block }) => block === name)) {
      const value = values[quantity.name];
      if (value !== undefined) {
        put(read.functionCode, quantity.from, quantityWords(quantity, value, ratios));
        continue;
      }
      const table = tables.get(read.functionCode);
      for (let at = 0; at < quantity.length; at++) table?.delete(quantity.from + at);
    }
  }
  return tables;
}

function quantityWords(quantity: Quantity, value: number, ratios: Ratios): number[] {
  const { encoding, factor } = quantity;
  if (!('order' in encoding)) throw new Error(`${quantity.name} is not a register`);
  const secondary = quantity.ratios.reduce((rest, name) => {
    const { primary, secondary: low } = ratios[name] ?? { primary: 1, secondary: 1 };
    return (rest * low) / primary;
  }, value);
  const raw = (secondary * Number(factor.denominator)) / Number(factor.numerator);
  return wordsOf(raw, encoding.type, encoding.order);
}

/** Registers that satisfy an identity rule; a quantity at the same place replaces them. */
function identityWords(expected: IdentityRule['expected'], count: number): number[] {
  if ('startsWith' in expected) return textWords(expected.startsWith[0] ?? '', count);
  const { encoding } = expected;
  if (!('order' in encoding)) return [];
  const raw =
    'equals' in expected ? expected.equals[0]! : (expected.between[0] + expected.between[1]) / 2;
  return wordsOf(raw, encoding.type, encoding.order);
}
