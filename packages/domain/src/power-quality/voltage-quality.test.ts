import { describe, expect, it } from 'vitest';
import { isNominalVoltage, nominalOf, voltageQuality, WEEK_INTERVALS } from './voltage-quality.ts';

const UN = 230;
const times = (count: number, volts: number) => Array.from({ length: count }, () => volts);
/** A week at Un, except for the given means. */
const week = (...other: number[]) => [...times(WEEK_INTERVALS - other.length, UN), ...other];

describe('supply voltage over a week (EN 50160)', () => {
  it.each([
    ['all at Un', 'met', week()],
    ['on both bounds of ±10 %', 'met', week(207, 253)],
    // 50 of 1008 are 4.96 %.
    ['fifty of 1008 below −10 %', 'met', week(...times(50, 206.9))],
    ['fifty-one below −10 %', 'share-missed', week(...times(51, 206.9))],
    ['on −15 %', 'met', week(195.5)],
    ['one below −15 %', 'bound-missed', week(195.4)],
    ['one above +10 %', 'bound-missed', week(253.1)],
    ['one above and too many below', 'bound-missed', week(260, ...times(60, 200))],
    ['interrupted for an hour', 'met', week(...times(6, 0))],
    ['interrupted all the week', 'too-few', times(WEEK_INTERVALS, 0)],
    ['nothing known', 'too-few', []],
    ['908 of 1008 known, just over 90 %', 'met', times(908, UN)],
    ['907 known', 'too-few', times(907, UN)],
    ['907 known, all far too high', 'too-few', times(907, 300)],
  ] as const)('%s: %s', (_case, verdict, means) => {
    expect(voltageQuality(means, UN).verdict).toBe(verdict);
  });

  it('judges nothing that is shorter than a week', () => {
    expect(voltageQuality(times(144, UN), UN, 144).verdict).toBe('too-few');
  });

  it('counts what it saw, interruptions apart', () => {
    expect(voltageQuality(week(0, 2, 190, 200, 254), UN)).toEqual({
      verdict: 'bound-missed',
      intervals: 1008,
      known: 1008,
      interrupted: 2,
      within: 1003,
      below: 2,
      above: 1,
      farBelow: 1,
      share: 1003 / 1006,
      lowest: 190,
      highest: 254,
    });
  });

  it('knows no share and no extremes without data', () => {
    const { share, lowest, highest, known } = voltageQuality([], UN);
    expect([share, lowest, highest, known]).toEqual([undefined, undefined, undefined, 0]);
  });

  it('takes another Un', () => {
    expect(voltageQuality(times(1008, 120), 120).verdict).toBe('met');
    expect(voltageQuality(times(1008, 120), UN).verdict).toBe('bound-missed');
  });
});

describe('Un of a device', () => {
  it.each([
    ['between phase and neutral', 230, 230],
    ['between phases, 400 V', 400, 230],
    ['between phases, 380 V', 380, 220],
    ['between phases, 415 V', 415, 240],
    ['another system', 120, 120],
    ['none', null, 230],
    ['none of the kind', 0, 230],
  ])('%s', (_case, rated, nominal) => {
    expect(nominalOf(rated)).toBe(nominal);
  });

  it.each([
    [49, false],
    [50, true],
    [1000, true],
    [1001, false],
    [Number.NaN, false],
  ])('%d V may be one: %s', (volts, may) => {
    expect(isNominalVoltage(volts)).toBe(may);
  });
});
