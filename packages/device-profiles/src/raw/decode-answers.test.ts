/** Stored answers decoded by another profile than the one by which they were read. */
import { describe, expect, it } from 'vitest';
import dlt645 from '../../profiles/dlt645-2007-three-phase.json' with { type: 'json' };
import generic from '../../profiles/generic-modbus.json' with { type: 'json' };
import { FakeMeter } from '../../test/fake-meter.ts';
import { profileNamed, wordsOf } from '../../test/frames.ts';
import { checkProfile } from '../checks/check-profile.ts';
import type { Profile } from '../profile.ts';
import { decodeBlock } from '../reading/decode-block.ts';
import { NOTHING_LEFT_OUT, readPlanOf } from '../reading/read-plan.ts';
import type { RawAnswer } from './answer-bytes.ts';
import { answerDecoder } from './decode-answers.ts';

// biome-ignore lint/suspicious/noExplicitAny: a file is changed as a user does, without types.
function changed(file: object, change: (draft: any) => void = () => {}): Profile {
  const draft = structuredClone(file);
  change(draft);
  const { profile, problems } = checkProfile(draft);
  if (profile === undefined) throw new Error(JSON.stringify(problems));
  return profile;
}

/** The registers 0x61 to 0x6c of the example meter. */
const WORDS = [2301, 2312, 2293, 525, 650, 775, 0xffff, 0xf6a0, 0, 12_345, 5002, 964];
const { from: FIRST, read: READ } = readPlanOf(changed(generic), NOTHING_LEFT_OUT)[0]!;
const answer = (words: readonly number[], from = FIRST, read = READ): RawAnswer => ({
  ...{ read, from, words },
});
const ALL = answer(WORDS);

describe('stored answers', () => {
  it('give what the reading had, with the profile by which they were read', () => {
    const meter = new FakeMeter(4).setEach(0x48, 2, 'float32', [1234.5, 67.5]).fill(0, 0x158);
    const profile = profileNamed('eastron-sdm630');
    const requests = readPlanOf(profile, NOTHING_LEFT_OUT);
    const answers = requests.map(({ read, from, ...request }) => ({
      ...{ read, from, words: wordsOf(meter.answer({ read, from, ...request })) },
    }));
    const decoded = requests.map((one, at) => decodeBlock(profile, one, answers[at]!.words));
    expect(answerDecoder(profile, {})(answers)).toEqual(Object.assign({}, ...decoded));
  });

  it('are decoded by another word order, scale and ratio', () => {
    const profile = changed(generic, (p) => {
      p.quantities[7].wordOrder = 'CDAB';
      p.quantities[0].divideBy = 100;
      p.quantities[3].ratios = ['ct'];
    });
    const decode = answerDecoder(profile, { ct: { primary: 200, secondary: 5 } });
    expect(decode([answer(WORDS.with(8, 12_345).with(9, 1))])).toMatchObject({
      ...{ voltageA: 23.01, currentA: 5.25 * 40, activeImport: (65_536 + 12_345) / 100 },
    });
    expect(() => answerDecoder(profile, {})).toThrow(RangeError);
  });

  it('are found in any block that contains the registers of a quantity', () => {
    const profile = changed(generic, (p) => {
      p.blocks = [
        { name: 'one', functionCode: 3, address: p.quantities[0].address, count: 1 },
        { name: 'two', functionCode: 3, address: p.quantities[7].address, count: 2 },
      ];
      p.quantities = [
        { ...p.quantities[0], block: 'one' },
        { ...p.quantities[7], block: 'two' },
      ];
    });
    const decode = answerDecoder(profile, {});
    expect(decode([ALL])).toEqual({ voltageA: 230.1, activeImport: 123.45 });
    // The register of the energy is only half read.
    expect(decode([answer(WORDS.slice(0, 9))])).toEqual({ voltageA: 230.1 });
    expect(decode([answer(WORDS.slice(1), FIRST + 1)])).toEqual({ activeImport: 123.45 });
    expect(decode([answer(WORDS, FIRST, { functionCode: 4 })])).toEqual({});
    expect(decode([ALL, answer([2400], FIRST)])).toMatchObject({ voltageA: 240 });
  });

  it('of DL/T 645 are decoded by their identifier, and only in the length of the profile', () => {
    const profile = changed(dlt645);
    const quantity = profile.quantities.find(({ name }) => name === 'activeImport')!;
    const block = profile.blocks.find(({ name }) => name === quantity.block)!;
    const decode = answerDecoder(profile, {});
    const data = [0x91, 0x51, 0x16, 0, 0].slice(0, block.count);
    const stored = { read: block.read, from: 0, words: Uint8Array.from(data) };
    expect(decode([stored])).toMatchObject({ activeImport: 1651.91 });
    expect(decode([{ ...stored, words: Uint8Array.from([...data, 0]) }])).toEqual({});
    expect(decode([{ ...stored, read: { identifier: '02010100' } }])).not.toHaveProperty(
      'activeImport',
    );
  });
});
