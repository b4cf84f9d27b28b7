import { describe, expect, it } from 'vitest';
import {
  bandOfStepEnd,
  endOfVersion,
  firstDayOfPrices,
  mayBegin,
  type TariffVersion,
  versionOn,
} from './tariff-version.ts';

const prices = { sharp: '1.25', peak: '1.04', offPeak: '0.65', valley: '0.26' };
const version = (number: number, startDay: string | null): TariffVersion => ({
  version: number,
  startDay,
  prices,
  calendar: null,
});

describe('the version in force', () => {
  const versions = [
    version(1, null),
    version(2, '2026-03-10'),
    version(3, '2026-03-05'),
    version(4, '2026-03-10'),
  ];
  it.each([
    ['1999-01-01', 1],
    ['2026-03-04', 1],
    ['2026-03-05', 3],
    ['2026-03-09', 3],
    ['2026-03-10', 4],
    ['2099-01-01', 4],
  ])('on %s is %i', (day, number) => {
    expect(versionOn(versions, day).version).toBe(number);
    expect(versionOn([...versions].reverse(), day).version).toBe(number);
  });

  it('throws when there is none, instead of billing with another', () => {
    expect(() => versionOn([version(1, '2026-01-01')], '2025-12-31')).toThrow(RangeError);
  });
});

it.each([
  ['2026-03-01', true],
  ['2026-03-02', true],
  ['2028-02-29', true],
  ['2100-12-31', true],
  ['2026-02-28', false],
  ['2027-02-29', false],
  ['2026-13-01', false],
  ['2101-01-01', false],
  ['9999-01-01', false],
  ['2026-3-2', false],
  ['tomorrow', false],
  ['', false],
])('a version may begin on "%s": %s', (day, may) => {
  expect(mayBegin(day, '2026-03-01')).toBe(may);
});

describe('the first day of prices', () => {
  const unpriced = (number: number, startDay: string | null) => ({
    ...version(number, startDay),
    prices: null,
  });
  const none = [unpriced(1, null)];
  const later = [...none, version(2, '2026-03-20')];
  const since = [...none, version(2, '2026-02-10')];
  const ended = [version(1, null), unpriced(2, '2026-02-01'), version(3, '2026-02-10')];
  it.each<[string, TariffVersion[], string | undefined, string | null | undefined]>([
    ['not given: all days without prices', none, undefined, null],
    ['not given, prices to come: the same', later, undefined, null],
    ['not given, prices in force: today', since, undefined, '2026-03-01'],
    ['today', none, '2026-03-01', '2026-03-01'],
    ['a day to come', none, '2026-04-01', '2026-04-01'],
    ['a day without prices', none, '2025-06-01', '2025-06-01'],
    ['a day before those that have prices', since, '2026-02-09', '2026-02-09'],
    ['a day that has prices', since, '2026-02-10', undefined],
    ['days without prices between others', ended, '2026-02-05', '2026-02-05'],
    ['a day with prices before them', ended, '2026-01-31', undefined],
    ['no day', none, '2026-02-30', undefined],
    ['year 0', none, '0000-01-01', undefined],
  ])('%s', (_, versions, given, startDay) => {
    const first = firstDayOfPrices(versions, given, '2026-03-01');
    expect(first).toEqual(startDay === undefined ? undefined : { startDay });
  });

  it.each<[string | null, string | null]>([
    [null, '2026-02-01'],
    ['2026-01-01', '2026-02-01'],
    ['2026-02-01', '2026-02-10'],
    ['2026-02-10', null],
  ])('a version from %s ends with the next: %s', (startDay, end) => {
    expect(endOfVersion(ended, startDay)).toBe(end);
  });
});

describe('the band of a step by its end', () => {
  const at = (text: string) => Date.parse(text);
  const morning = {
    ...version(2, '2026-07-02'),
    calendar: {
      weekend: [],
      holidays: [],
      seasons: [
        {
          name: '',
          from: '01-01',
          to: '12-31',
          weekday: [
            { band: 'sharp', from: 0, to: 450 },
            { band: 'valley', from: 450, to: 1440 },
          ],
          weekend: null,
          holiday: null,
        },
      ],
    },
  } satisfies TariffVersion;
  const bandOf = bandOfStepEnd([version(1, null), morning], 'Asia/Kolkata');

  it.each([
    ['2026-07-01T07:00:00+05:30', 'valley'], // ends on the edge: still before it
    ['2026-07-01T07:00:00.001+05:30', 'offPeak'],
    ['2026-07-01T08:00:00+05:30', 'offPeak'],
    ['2026-07-01T19:15:00+05:30', 'sharp'],
    ['2026-07-02T00:00:00+05:30', 'valley'], // closes the day of the old version
    ['2026-07-02T00:00:00.001+05:30', 'sharp'],
    ['2026-07-02T07:30:00+05:30', 'sharp'],
    ['2026-07-02T07:30:01+05:30', 'valley'],
    ['2026-07-03T00:00:00+05:30', 'valley'],
    ['2026-07-01T08:00:00+05:30', 'offPeak'], // and back again
  ])('%s is %s', (end, band) => {
    expect(bandOf(at(end))).toBe(band);
  });

  it('follows the wall clock through a change of it', () => {
    const berlin = bandOfStepEnd([morning], 'Europe/Berlin');
    // 25 October 2026: 02:30 occurs twice, and 07:30 is an hour later than on other days.
    expect(berlin(at('2026-10-25T05:30:00Z'))).toBe('sharp'); // 06:30
    expect(berlin(at('2026-10-25T06:30:00Z'))).toBe('sharp'); // 07:30
    expect(berlin(at('2026-10-25T06:30:01Z'))).toBe('valley');
    expect(berlin(at('2026-10-24T05:30:01Z'))).toBe('valley');
  });
});
