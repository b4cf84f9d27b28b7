import { describe, expect, it } from 'vitest';
import { isNominalVoltage, nominalOf, voltageQuality, WEEK_INTERVALS } from './voltage-quality.ts';

const UN = 230;
const times = (count: number, volts: number) => Array.from({ length: count }, () => volts);
/** Ten-minute means of a week: the given means, and Un for all others. */
const week = (...other: number[]) => [...times(WEEK_INTERVALS - other.length, UN), ...other];

describe('supply voltage over a week (EN 50160)', () => {
  it.each([
    ['all means at Un', 'met', week()],
    ['means on both bounds of ±10 %', 'met', week(207, 253)],
    // 50 of 1008 intervals are 4.96 %.
    ['fifty of 1008 below −10 %', 'met', week(...times(50, 206.9))],
    ['fifty-one below −10 %', 'share-missed', week(...times(51, 206.9))],
    ['a mean at −15 %', 'met', week(195.5)],
    ['one mean below −15 %', 'bound-missed', week(195.4)],
    ['one mean above +10 %', 'bound-missed', week(253.1)],
    ['one mean above and too many below', 'bound-missed', week(260, ...times(60, 200))],
    ['an interruption of an hour', 'met', week(...times(6, 0))],
    ['an interruption for the whole week', 'too-few', times(WEEK_INTERVALS, 0)],
    ['no known mean', 'too-few', []],
    ['908 of 1008 known, just over 90 %', 'met', times(908, UN)],
    ['907 of 1008 known', 'too-few', times(907, UN)],
    ['907 of 1008 known, all far too high', 'too-few', times(907, 300)],
  ] as const)('with %s: %s', (_case, verdict, means) => {
    expect(voltageQuality(means, UN).verdict).toBe(verdict);
  });

  it('gives no result for less than a week', () => {
    expect(voltageQuality(times(144, UN), UN, 144).verdict).toBe('too-few');
  });

  it('counts the intervals in each range, and interruptions separately', () => {
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

  it('has no share and no extremes without data', () => {
    const { share, lowest, highest, known } = voltageQuality([], UN);
    expect([share, lowest, highest, known]).toEqual([undefined, undefined, undefined, 0]);
  });

  it('supports another nominal voltage', () => {
    expect(voltageQuality(times(1008, 120), 120).verdict).toBe('met');
    expect(voltageQuality(times(1008, 120), UN).verdict).toBe('bound-missed');
  });
});

describe('nominal voltage of a device', () => {
  it.each([
    ['between phase and neutral', 230, 230],
    ['between phases, 400 V', 400, 230],
    ['between phases, 380 V', 380, 220],
    ['between phases, 415 V', 415, 240],
    ['of another system', 120, 120],
    ['without a rated voltage', null, 230],
    ['with an invalid rated voltage', 0, 230],
  ])('is derived: %s', (_case, rated, nominal) => {
    expect(nominalOf(rated)).toBe(nominal);
  });

  it.each([
    [49, false],
    [50, true],
    [1000, true],
    [1001, false],
    [Number.NaN, false],
  ])('accepts %d V: %s', (volts, may) => {
    expect(isNominalVoltage(volts)).toBe(may);
  });
});
