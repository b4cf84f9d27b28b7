import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { layoutOf } from '@busbar/device-protocol/frame/dlt645/dlt645-identifiers';
import { describe, expect, it } from 'vitest';
import { BUILTIN_PROFILES, builtinProfile } from './builtin-profiles.ts';
import { checkProfile } from './checks/check-profile.ts';
import { ratiosOf } from './profile.ts';

const folder = fileURLToPath(new URL('../profiles/', import.meta.url));
const names = readdirSync(folder);

describe('the profiles of this package', () => {
  it('are the files of the folder, each with the id of its name', () => {
    expect(names.length).toBeGreaterThanOrEqual(12);
    expect(BUILTIN_PROFILES.map(({ id }) => `${id}.json`).sort()).toEqual(names.sort());
  });

  it.each(names)('%s has no error and no warning', (name) => {
    expect(checkProfile(JSON.parse(readFileSync(folder + name, 'utf8'))).problems).toEqual([]);
  });

  it('have no id of the form that the server gives to profiles of users', () => {
    expect(BUILTIN_PROFILES.filter(({ id }) => id.startsWith('u-'))).toEqual([]);
  });

  it('are found by id', () => {
    expect(builtinProfile('abb-b23')?.maker).toBe('ABB');
    expect(builtinProfile('abb')).toBeUndefined();
  });

  it('have an identity, except the examples to copy', () => {
    const without = BUILTIN_PROFILES.filter(({ identity }) => identity.length === 0);
    expect(without.map(({ id }) => id)).toEqual([
      ...['generic-modbus', 'generic-modbus-breaker', 'generic-modbus-breaker-trip'],
    ]);
  });

  it('have the import of energy as a required quantity, and the export as an optional one', () => {
    for (const { id, quantities } of BUILTIN_PROFILES) {
      const find = (name: string) => quantities.find((quantity) => quantity.name === name);
      expect([id, find('activeImport')?.optional]).toEqual([id, false]);
      expect([id, find('activeExport')?.optional ?? true]).toEqual([id, true]);
    }
  });

  it('need the ratios of transformers for one meter only', () => {
    const needed = BUILTIN_PROFILES.filter((profile) => ratiosOf(profile).length > 0);
    expect(needed.map((profile) => [profile.id, ratiosOf(profile)])).toEqual([
      ['acrel-dtsd1352', ['ct', 'pt']],
    ]);
  });

  it('are switched by two examples only, one with its position in a discrete input', () => {
    const switched = BUILTIN_PROFILES.filter(({ switching }) => switching !== undefined);
    expect(switched.map(({ id }) => id)).toEqual([
      ...['generic-modbus-breaker', 'generic-modbus-breaker-trip'],
    ]);
    expect(switched[0]!.switching).toEqual({
      open: { functionCode: 5, address: 0, values: [0] },
      close: { functionCode: 5, address: 0, values: [1] },
      state: {
        ...{ functionCode: 2, address: 0 },
        positions: new Map([
          [1, 'closed'],
          [0, 'open'],
        ]),
      },
      trip: undefined,
    });
  });

  it('say why a breaker has tripped in one example only', () => {
    const { state, trip } = builtinProfile('generic-modbus-breaker-trip')!.switching!;
    expect(state.positions.get(2)).toBe('tripped');
    expect(trip).toMatchObject({ functionCode: 4, address: 101, by: 'codes' });
    expect(trip!.reasons.get('electricLeakage')).toEqual([2]);
  });

  it('have the lengths, signs and decimals of DL/T 645 that the console uses', () => {
    const { blocks, quantities } = builtinProfile('dlt645-2007-three-phase')!;
    for (const { name, block, length, encoding, factor } of quantities) {
      const [field] = layoutOf(Number.parseInt(block, 16))?.fields ?? [];
      expect([name, field]).toMatchObject([
        name,
        {
          kind: 'number',
          bytes: length,
          decimals: Math.log10(Number(factor.denominator) / Number(factor.numerator)),
          signed: encoding.type === 'signed-bcd',
        },
      ]);
    }
    expect(blocks).toHaveLength(quantities.length);
  });
});
