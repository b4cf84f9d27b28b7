/** A table becomes the profile from which it was copied; each fault names its field of the table. */
import { describe, expect, it } from 'vitest';
import { BUILTIN_PROFILES, builtinFile } from '../builtin-profiles.ts';
import { checkProfile } from '../checks/check-profile.ts';
import { problemSentence } from '../checks/profile-problem.ts';
import { fileOfTable, type MeterTable, tableField, tableOfFile } from './meter-table.ts';
import { tableProblems } from './table-problems.ts';

const copyOf = (id: string) => tableOfFile(builtinFile(id)!)!;
const MODBUS = BUILTIN_PROFILES.filter(({ protocol }) => protocol !== 'dlt645-2007');

describe('a copied table', () => {
  it.each(MODBUS.map(({ id }) => id))('of %s reads what the original reads', (id) => {
    const original = MODBUS.find((one) => one.id === id)!;
    const { profile, problems } = checkProfile(fileOfTable(copyOf(id), 'own-copy'));
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(tableProblems(copyOf(id))).toEqual(problems);
    expect(profile).toEqual({
      ...original,
      ...{ id: 'own-copy', identity: [], switching: undefined },
    });
  });

  it('is not made of a profile of DL/T 645', () => {
    expect(tableOfFile(builtinFile('dlt645-2007-three-phase')!)).toBeUndefined();
  });
});

describe('a fault in a table', () => {
  const table = copyOf('generic-modbus');
  const quantity = (at: number, change: object): Partial<MeterTable> => ({
    quantities: table.quantities.map((one, index) => (index === at ? { ...one, ...change } : one)),
  });
  const block = (change: object): Partial<MeterTable> => ({
    blocks: table.blocks.map((one, index) => (index === 0 ? { ...one, ...change } : one)),
  });
  it.each<[string, Partial<MeterTable>, field: string, sentence: RegExp]>([
    [
      'overlapping registers',
      quantity(1, { address: '0' }),
      'quantities.1.address',
      /overlap at 0x0000/,
    ],
    ['an unknown word order', { word_order: 'ACBD' }, 'word_order', /must be one of ABCD, CDAB/],
    [
      'a scale of zero',
      quantity(0, { divide_by: 0 }),
      'quantities.0.divide_by',
      /greater than zero/,
    ],
    ['a scale below zero', quantity(0, { multiply_by: -1 }), 'quantities.0.multiply_by', /is -1/],
    ['a block of 126 registers', block({ count: 126 }), 'blocks.0.count', /at most 125/],
    ['a block after the last register', block({ address: '0xFFFE' }), 'blocks.0.address', /0xFFFF/],
    ['another function', block({ function: 1 }), 'blocks.0.function', /must be one of 3, 4/],
    [
      'a quantity that is listed twice',
      quantity(1, { quantity: 'voltageA' }),
      'quantities.1.quantity',
      /listed twice/,
    ],
    [
      'an unknown quantity',
      quantity(1, { quantity: 'volts' }),
      'quantities.1.quantity',
      /not a quantity/,
    ],
    ['an unknown block', quantity(1, { block: 'none' }), 'quantities.1.block', /no block none/],
    [
      'a register outside of its block',
      quantity(1, { address: '0x0200' }),
      'quantities.1.address',
      /outside of the block/,
    ],
    ['no address', quantity(1, { address: '' }), 'quantities.1.address', /such as 0x5B00/],
    ['an unknown type', quantity(1, { type: 'u8' }), 'quantities.1.type', /must be one of u16/],
    [
      'a unit of another quantity',
      quantity(0, { unit: 'A' }),
      'quantities.0.unit',
      /cannot be converted to V/,
    ],
    [
      'a raw value that does not fit',
      quantity(0, { not_available: ['0x10000'] }),
      'quantities.0.not_available.0',
      /does not fit into u16/,
    ],
    ['a station of 248', { station: '248' }, 'station', /1 to 247/],
    ['no model', { model: ' ' }, 'model', /fewer than 1 characters/],
    ['no quantities', { quantities: [] }, 'quantities', /fewer than 1 items/],
  ])('such as %s names its field', (_, change, field, sentence) => {
    const { profile, problems } = checkProfile(fileOfTable({ ...table, ...change }, 'own-x'));
    expect(profile).toBeUndefined();
    const [first] = problems.filter(({ severity }) => severity === 'error');
    expect(tableField(first!.field)).toBe(field);
    expect(problemSentence(first!)).toMatch(sentence);
    const inBrowser = tableProblems({ ...table, ...change }).find(
      ({ severity }) => severity === 'error',
    );
    expect(field.startsWith(inBrowser!.field)).toBe(true);
  });
});
