/** A table becomes the profile from which it was copied; each fault names its field of the table. */
import { describe, expect, it } from 'vitest';
import { BUILTIN_PROFILES, builtinFile } from '../builtin-profiles.ts';
import { checkProfile } from '../checks/check-profile.ts';
import { problemSentence } from '../checks/profile-problem.ts';
import {
  type Dlt645Table,
  fileOfTable,
  isDlt645Table,
  type MeterTable,
  type ModbusTable,
  tableField,
  tableOfFile,
} from './meter-table.ts';
import { tableProblems } from './table-problems.ts';

const copyOf = (id: string) => tableOfFile(builtinFile(id)!)!;

describe('a copied table', () => {
  it.each(BUILTIN_PROFILES.map(({ id }) => id))('of %s reads what the original reads', (id) => {
    const original = BUILTIN_PROFILES.find((one) => one.id === id)!;
    const { profile, problems } = checkProfile(fileOfTable(copyOf(id), 'own-copy'));
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(tableProblems(copyOf(id))).toEqual(problems);
    expect(profile).toEqual({
      ...original,
      ...{ id: 'own-copy', identity: [], switching: undefined },
    });
  });

  it('is not made of a profile of DL/T 645 with a scale that is no power of ten', () => {
    const file = structuredClone(builtinFile('dlt645-2007-three-phase')!);
    file.quantities[0]!.divideBy = 20;
    expect(tableOfFile(file)).toBeUndefined();
  });
});

/** Expects that the first error of both checks names the field, and has the sentence. */
function expectFault(table: MeterTable, field: string, sentence: RegExp): void {
  const { profile, problems } = checkProfile(fileOfTable(table, 'own-x'));
  expect(profile).toBeUndefined();
  const [first] = problems.filter(({ severity }) => severity === 'error');
  expect(tableField(first!.field, table.protocol)).toBe(field);
  expect(problemSentence(first!)).toMatch(sentence);
  const inBrowser = tableProblems(table).find(({ severity }) => severity === 'error');
  expect(field.startsWith(inBrowser!.field)).toBe(true);
}

describe('a fault in a table', () => {
  const table = copyOf('generic-modbus') as ModbusTable;
  const quantity = (at: number, change: object): Partial<ModbusTable> => ({
    quantities: table.quantities.map((one, index) => (index === at ? { ...one, ...change } : one)),
  });
  const block = (change: object): Partial<ModbusTable> => ({
    blocks: table.blocks.map((one, index) => (index === 0 ? { ...one, ...change } : one)),
  });
  it.each<[string, Partial<ModbusTable>, field: string, sentence: RegExp]>([
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
    expectFault({ ...table, ...change }, field, sentence);
  });
});

describe('a table of DL/T 645', () => {
  const table = copyOf('dlt645-2007-three-phase') as Dlt645Table;
  const quantity = (at: number, change: object): Partial<Dlt645Table> => ({
    quantities: table.quantities.map((one, index) => (index === at ? { ...one, ...change } : one)),
  });
  const block = (change: object): Partial<Dlt645Table> => ({
    blocks: table.blocks.map((one, index) => (index === 0 ? { ...one, ...change } : one)),
  });

  it('has decimals and a sign instead of a scale', () => {
    expect(isDlt645Table(table)).toBe(true);
    expect(table.quantities.find(({ quantity: name }) => name === 'activePower')).toMatchObject({
      ...{ block: '02030000', offset: 0, bytes: 3, decimals: 4, signed: true, unit: 'kW' },
    });
  });

  it('takes several values from one answer, and identifiers as they are printed', () => {
    const [volts, other] = table.quantities.filter(({ unit }) => unit === 'V');
    const blocks = [{ identifier: '02 01-ff 00', bytes: 6 }];
    const quantities = [
      { ...volts!, block: '0201FF00' },
      { ...other!, block: '02-01-ff-00', offset: 2 },
    ];
    const changed = { ...table, station: 'a'.repeat(12), blocks, quantities };
    expect(tableProblems(changed)).toEqual([]);
    const { profile } = checkProfile(fileOfTable(changed, 'own-x'));
    expect(profile!.blocks).toMatchObject([{ name: '0201FF00', count: 6 }]);
    expect(profile!.quantities).toMatchObject([
      { block: '0201FF00', from: 0, length: 2 },
      { block: '0201FF00', from: 2, length: 2 },
    ]);
  });

  it.each<[string, Partial<Dlt645Table>, field: string, sentence: RegExp]>([
    ['three bytes', block({ identifier: '020101' }), 'blocks.0.identifier', /eight hexadecimal/],
    ['no digits', block({ identifier: '0201010G' }), 'blocks.0.identifier', /eight hexadecimal/],
    ['no data bytes', block({ bytes: 0 }), 'blocks.0.bytes', />= 1/],
    ['a long answer', block({ bytes: 197 }), 'blocks.0.bytes', /at most 196/],
    [
      'an identifier that is listed twice',
      block({ identifier: '00010100' }),
      'blocks.1.identifier',
      /two blocks 00010100/,
    ],
    ['an unknown identifier', quantity(0, { block: '00019900' }), 'quantities.0.block', /no block/],
    [
      'a byte after the answer',
      quantity(0, { offset: 1 }),
      'quantities.0.offset',
      /byte 1 to byte 4/,
    ],
    ['a byte before the answer', quantity(0, { offset: -1 }), 'quantities.0.offset', />= 0/],
    ['eight bytes', quantity(0, { bytes: 8 }), 'quantities.0.bytes', /at most 7 are exact/],
    [
      'a unit of another quantity',
      quantity(0, { unit: 'kW' }),
      'quantities.0.unit',
      /cannot be converted to kWh/,
    ],
    ['an inverted register', quantity(0, { inverted: true }), 'quantities.0.inverted', /inverted/],
    ['a station of Modbus', { station: '1' }, 'station', /twelve digits/],
    ['no identifiers', { blocks: [] }, 'blocks', /fewer than 1 items/],
  ])('is refused with its field for %s', (_, change, field, sentence) => {
    expectFault({ ...table, ...change }, field, sentence);
  });

  it.each([-1, 1.5, 15, Number.NaN])('is refused for %d decimals', (decimals) => {
    const [first] = tableProblems({ ...table, ...quantity(0, { decimals }) });
    expect(first).toMatchObject({ key: 'missing', field: 'quantities.0.decimals' });
  });
});
