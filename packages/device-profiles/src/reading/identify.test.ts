import { describe, expect, it } from 'vitest';
import { FakeMeter } from '../../test/fake-meter.ts';
import { BUILTIN_PROFILES } from '../builtin-profiles.ts';
import { identify, type ProbeAnswer, probeKey, probesOf } from './identify.ts';

function found(...meters: FakeMeter[]): [string, string][] {
  const answers = new Map<string, ProbeAnswer>();
  for (const request of probesOf(BUILTIN_PROFILES)) {
    const replies = meters.map((meter) => meter.answer(request));
    answers.set(probeKey(request), replies.find((reply) => 'words' in reply) ?? replies[0]!);
  }
  return identify(BUILTIN_PROFILES, answers).map(({ profile, certainty }) => [
    profile.id,
    certainty,
  ]);
}

/** Two characters in each register. */
const text = (characters: string): number[] =>
  characters.match(/../g)!.map((pair) => pair.charCodeAt(0) * 256 + pair.charCodeAt(1));

describe('identification of a meter', () => {
  it('separates the two variants of the EM24 by their codes, although both have volts at 0', () => {
    const em24 = (code: number) =>
      new FakeMeter(4, { isLowWordFirst: true }).set(0, 's32', 2301).set(0xb, 'u16', code);
    expect(found(em24(72))).toEqual([['carlo-gavazzi-em24', 'identified']]);
    expect(found(em24(1651))).toEqual([['carlo-gavazzi-em24-e1', 'identified']]);
    expect(found(em24(102))).toEqual([]);
  });

  it('separates the two generations of the DTSU666 by the size of their volts', () => {
    const scaled = new FakeMeter(3).set(0x2006, 'float32', 2301);
    const unscaled = new FakeMeter(4).set(0x2006, 'float32', 230.1);
    expect(found(scaled)).toEqual([['chint-dtsu666', 'plausible']]);
    expect(found(unscaled)).toEqual([['chint-dtsu666-h', 'plausible']]);
  });

  it('does not confuse them if both functions return the same registers', () => {
    const both = (volts: number) =>
      ([3, 4] as const).map((code) => new FakeMeter(code).set(0x2006, 'float32', volts));
    expect(found(...both(2301))).toEqual([['chint-dtsu666', 'plausible']]);
    expect(found(...both(230.1))).toEqual([['chint-dtsu666-h', 'plausible']]);
    // Secondary voltage of a PT of 100 V, and mains of 110 V.
    expect(found(...both(577))).toEqual([['chint-dtsu666', 'plausible']]);
    expect(found(...both(110))).toEqual([['chint-dtsu666-h', 'plausible']]);
  });

  it.each([
    ['abb-b23', new FakeMeter(3).setWords(0x8960, text('B23 11'))],
    ['abb-b23', new FakeMeter(3).setWords(0x8960, text('B24 35'))],
    ['schneider-iem3000', new FakeMeter(3).setWords(0x31, text('iEM3155 '))],
  ])('finds %s by the text of its type', (id, meter) => {
    expect(found(meter)).toEqual([[id, 'identified']]);
  });

  it.each([
    ['eastron-sdm630', new FakeMeter(4).set(0, 'float32', 230.2)],
    ['acrel-adw300', new FakeMeter(3).set(20, 'u16', 2302).set(62, 's32', 165_191)],
    ['acrel-dtsd1352', new FakeMeter(3).set(0x61, 'u16', 2302).set(0x77, 'u16', 5000)],
  ])('proposes %s by plausible values', (id, meter) => {
    expect(found(meter)).toEqual([[id, 'plausible']]);
  });

  it('finds nothing for another ABB meter, for one that only refuses, and for silence', () => {
    expect(found(new FakeMeter(3).setWords(0x8960, text('D13 15')))).toEqual([]);
    expect(found(new FakeMeter(3))).toEqual([]);
    expect(identify(BUILTIN_PROFILES, new Map())).toEqual([]);
  });

  it('finds nothing in a reply of another length', () => {
    const request = probesOf(BUILTIN_PROFILES).find(({ from }) => from === 0x8960)!;
    const answers = new Map([[probeKey(request), { words: text('B23 11') }]]);
    expect(identify(BUILTIN_PROFILES, answers)).toEqual([]);
  });

  it('finds nothing if only one of two rules holds', () => {
    const volts = new FakeMeter(3).set(0x61, 'u16', 2302);
    expect(found(volts)).toEqual([]);
    expect(found(volts.set(0x77, 'u16', 0))).toEqual([]);
    expect(found(volts.set(0x77, 'u16', 5000))).toHaveLength(1);
  });

  it('prefers a meter that sends its type to plausible values', () => {
    const meter = new FakeMeter(3)
      .setWords(0x8960, text('B23 11'))
      .set(0x61, 'u16', 2302)
      .set(0x77, 'u16', 5000);
    expect(found(meter)).toEqual([['abb-b23', 'identified']]);
  });

  it('reads the same probe once for several profiles', () => {
    const keys = probesOf([...BUILTIN_PROFILES, ...BUILTIN_PROFILES]).map(probeKey);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys).toContain('dlt645 02010100 2');
  });

  it('finds a DL/T 645 meter by its voltage', () => {
    const answer = (bytes: readonly number[]) =>
      identify(BUILTIN_PROFILES, new Map([['dlt645 02010100 2', { words: bytes }]]));
    expect(answer([0x05, 0x22])).toMatchObject([
      { profile: { id: 'dlt645-2007-three-phase' }, certainty: 'plausible' },
    ]);
    expect(answer([0xff, 0xff])).toEqual([]);
  });
});
