/** Decoding of what a profile may contain and no profile of this package uses. */
import { describe, expect, it } from 'vitest';
import dlt645 from '../../profiles/dlt645-2007-three-phase.json' with { type: 'json' };
import generic from '../../profiles/generic-modbus.json' with { type: 'json' };
import { checkProfile } from '../checks/check-profile.ts';
import { problemSentence } from '../checks/profile-problem.ts';
import type { Profile } from '../profile.ts';
import { decodeBlock } from './decode-block.ts';
import { mergedAfterException, NOTHING_LEFT_OUT, readPlanOf } from './read-plan.ts';

// biome-ignore lint/suspicious/noExplicitAny: a file is changed as a user does, without types.
function changed(file: object, change: (draft: any) => void): Profile {
  const draft = structuredClone(file);
  change(draft);
  const { profile, problems } = checkProfile(draft);
  if (profile === undefined) throw new Error(problems.map(problemSentence).join('; '));
  return profile;
}

const requestOf = (profile: Profile) => readPlanOf(profile, NOTHING_LEFT_OUT)[0]!;
const WORDS = [2301, 2312, 2293, 525, 650, 775, 0xffff, 0xf6a0, 0, 12_345, 5002, 964];

describe('decoding', () => {
  it('inverts a power whose meter counts the import as negative', () => {
    const profile = changed(generic, (p) => {
      p.quantities[6].sign = 'inverted';
    });
    expect(decodeBlock(profile, requestOf(profile), WORDS)).toMatchObject({ activePower: 2.4 });
  });

  it('uses the word order of a quantity before that of the profile', () => {
    const profile = changed(generic, (p) => {
      p.wordOrder = 'DCBA';
      p.quantities[7].wordOrder = 'CDAB';
    });
    // The energy has its low register first, the frequency its low byte.
    const words = WORDS.with(8, 12_345).with(9, 1).with(10, 0x8a13);
    expect(decodeBlock(profile, requestOf(profile), words)).toMatchObject({
      activeImport: (65_536 + 12_345) / 100,
      frequency: 50.02,
    });
  });

  it('uses the raw values for "not available" of a quantity beside those of its type', () => {
    const profile = changed(generic, (p) => {
      p.notAvailable = { u16: ['0xFFFF'] };
      p.quantities[0].notAvailable = ['0x8000'];
    });
    const words = (volts: number) => WORDS.with(0, volts).with(1, 0xffff);
    const decode = (volts: number) => decodeBlock(profile, requestOf(profile), words(volts));
    expect(decode(0x8000)).toMatchObject({ voltageA: undefined, voltageB: undefined });
    expect(decode(0xffff)).toMatchObject({ voltageA: undefined });
    expect(decode(0x7fff)).toMatchObject({ voltageA: 3276.7, voltageC: 229.3 });
  });

  it('multiplies and divides exactly, with units of other powers of ten', () => {
    const profile = changed(generic, (p) => {
      Object.assign(p.quantities[0], { unit: 'kV', divideBy: 10_000 });
      Object.assign(p.quantities[3], { unit: 'mA', multiplyBy: 0.7 });
      delete p.quantities[3].divideBy;
      Object.assign(p.quantities[7], { unit: 'MWh', divideBy: 1e6 });
    });
    expect(decodeBlock(profile, requestOf(profile), WORDS)).toMatchObject({
      voltageA: 230.1,
      currentA: 0.3675,
      activeImport: 12.345,
    });
  });

  it('refuses a reply with another number of registers', () => {
    const profile = changed(generic, () => {});
    expect(decodeBlock(profile, requestOf(profile), WORDS.slice(1))).toBeUndefined();
    expect(decodeBlock(profile, requestOf(profile), [...WORDS, 0])).toBeUndefined();
  });
});

describe('an identifier of DL/T 645 with several values', () => {
  const profile = (isOptional: boolean) =>
    changed(dlt645, (p) => {
      p.blocks = [{ identifier: '0201FF00', bytes: 6 }];
      p.quantities = ['voltageA', 'voltageB', 'voltageC'].map((quantity, index) => ({
        ...{ quantity, block: '0201FF00', offset: 2 * index, bytes: 2, type: 'bcd', unit: 'V' },
        ...{ divideBy: 10, optional: isOptional || index > 0 },
      }));
    });

  it('is decoded by their offsets', () => {
    const data = [0x01, 0x23, 0xff, 0xff, 0x93, 0x22];
    expect(decodeBlock(profile(true), requestOf(profile(true)), data)).toEqual({
      voltageA: 230.1,
      voltageB: undefined,
      voltageC: 229.3,
    });
  });

  it('is left out as a whole, and only if none of its values is required', () => {
    const after = (meter: Profile) =>
      mergedAfterException(meter, NOTHING_LEFT_OUT, requestOf(meter), 0x02);
    expect(readPlanOf(profile(true), after(profile(true))!)).toEqual([]);
    expect(after(profile(false))).toBeUndefined();
  });
});
