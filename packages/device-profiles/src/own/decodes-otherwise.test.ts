/** Changes of a profile that give stored answers other values, and changes that do not. */
import { describe, expect, it } from 'vitest';
import dlt645 from '../../profiles/dlt645-2007-three-phase.json' with { type: 'json' };
import generic from '../../profiles/generic-modbus.json' with { type: 'json' };
import { checkProfile } from '../checks/check-profile.ts';
import { problemSentence } from '../checks/profile-problem.ts';
import type { Profile } from '../profile.ts';
import { decodesOtherwise } from './decodes-otherwise.ts';

// biome-ignore lint/suspicious/noExplicitAny: a file is changed as a user does, without types.
type Change = (draft: any) => void;

function profileOf(file: object, change: Change = () => {}): Profile {
  const draft = structuredClone(file);
  change(draft);
  const { profile, problems } = checkProfile(draft);
  if (profile === undefined) throw new Error(problems.map(problemSentence).join('; '));
  return profile;
}

const isOther = (file: object, change: Change) =>
  decodesOtherwise(profileOf(file), profileOf(file, change));

/** The example has voltageA first, activePower (6 to 7) and activeImport (8 to 9). */
const [POWER, IMPORT] = [6, 7];
const set =
  (at: number, fields: object): Change =>
  (p) => {
    Object.assign(p.quantities[at], fields);
  };

describe('stored answers are decoded otherwise', () => {
  it.each<[string, Change]>([
    ['another divisor', set(0, { divideBy: 100 })],
    ['another multiplier', set(0, { multiplyBy: 2 })],
    ['another unit of the raw number', set(IMPORT, { unit: 'Wh' })],
    ['another type', set(POWER, { type: 'u32' })],
    ['another word order of a quantity', set(IMPORT, { wordOrder: 'CDAB' })],
    [
      'another word order of the profile',
      (p) => {
        p.wordOrder = 'CDAB';
      },
    ],
    ['the other direction', set(POWER, { sign: 'inverted' })],
    ['a transformer ratio', set(IMPORT, { ratios: ['ct'] })],
    ['a raw value that means no value', set(0, { notAvailable: ['0xFFFF'] })],
    [
      'other registers',
      (p) => {
        p.blocks[0].count = 20;
        p.quantities[IMPORT].address = '12';
      },
    ],
    [
      'input instead of holding registers',
      (p) => {
        p.blocks[0].functionCode = 4;
      },
    ],
    [
      'two quantities exchanged',
      (p) => {
        p.quantities[0].quantity = 'voltageB';
        p.quantities[1].quantity = 'voltageA';
      },
    ],
    [
      'a quantity that is removed',
      (p) => {
        p.quantities.pop();
      },
    ],
  ])('after %s', (_, change) => {
    expect(isOther(generic, change)).toBe(true);
    const [before, after] = [profileOf(generic, change), profileOf(generic)];
    expect(decodesOtherwise(before, after)).toBe(true);
  });

  it.each<[string, Change]>([
    ['another position in the answer', set(0, { offset: 1, bytes: 3 })],
    ['a sign', set(0, { type: 'signed-bcd' })],
    [
      'an answer of another length',
      (p) => {
        p.blocks[0].bytes = 5;
      },
    ],
  ])('of DL/T 645 after %s', (_, change) => {
    expect(isOther(dlt645, change)).toBe(true);
  });
});

describe('stored answers are decoded as before', () => {
  it.each<[string, Change]>([
    ['nothing', () => {}],
    [
      'another name, other notes and factory settings',
      (p) => {
        Object.assign(p, { id: 'own-x', maker: 'Other', model: 'Other', sources: ['other'] });
        p.defaults = { address: '7' };
      },
    ],
    [
      'another name of a block',
      (p) => {
        p.blocks[0].name = 'all';
        for (const one of p.quantities) one.block = 'all';
      },
    ],
    [
      'two requests instead of one',
      (p) => {
        p.blocks = [
          { ...p.blocks[0], name: 'values', count: 8 },
          { ...p.blocks[0], name: 'rest', address: '8', count: 4 },
        ];
        for (const one of p.quantities) if (Number(one.address) >= 8) one.block = 'rest';
      },
    ],
    [
      'another order of the rows',
      (p) => {
        p.quantities.reverse();
      },
    ],
    ['a quantity that is optional', set(0, { optional: true })],
    ['the same factor in another form', set(0, { multiplyBy: 10, divideBy: 100 })],
    ['an order of registers for one register', set(0, { wordOrder: 'CDAB' })],
  ])('after %s', (_, change) => {
    expect(isOther(generic, change)).toBe(false);
  });
});
