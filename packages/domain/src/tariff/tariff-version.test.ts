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

describe('tariff version in force', () => {
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

  it('throws if there is none, instead of billing with another version', () => {
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
])('accepts "%s" as the start of a version: %s', (day, may) => {
  expect(mayBegin(day, '2026-03-01')).toBe(may);
});

describe('first day of prices', () => {
  const unpriced = (number: number, startDay: string | null) => ({
    ...version(number, startDay),
    prices: null,
  });
  const none = [unpriced(1, null)];
  const later = [...none, version(2, '2026-03-20')];
  const since = [...none, version(2, '2026-02-10')];
  const ended = [version(1, null), unpriced(2, '2026-02-01'), version(3, '2026-02-10')];
  it.each<[string, TariffVersion[], string | undefined, string | null | undefined]>([
    ['no given day: all days without prices', none, undefined, null],
    ['no given day, later prices: all days before', later, undefined, null],
    ['no given day, current prices: today', since, undefined, '2026-03-01'],
    ['today', none, '2026-03-01', '2026-03-01'],
    ['a future day', none, '2026-04-01', '2026-04-01'],
    ['a day without prices', none, '2025-06-01', '2025-06-01'],
    ['a day before those with prices', since, '2026-02-09', '2026-02-09'],
    ['a day with prices', since, '2026-02-10', undefined],
    ['days without prices between others', ended, '2026-02-05', '2026-02-05'],
    ['a past day with prices', ended, '2026-01-31', undefined],
    ['an invalid day', none, '2026-02-30', undefined],
    ['the year 0', none, '0000-01-01', undefined],
  ])('is determined: %s', (_, versions, given, startDay) => {
    const first = firstDayOfPrices(versions, given, '2026-03-01');
    expect(first).toEqual(startDay === undefined ? undefined : { startDay });
  });

  it.each<[string | null, string | null]>([
    [null, '2026-02-01'],
    ['2026-01-01', '2026-02-01'],
    ['2026-02-01', '2026-02-10'],
    ['2026-02-10', null],
  ])('ends a version from %s at the next one: %s', (startDay, end) => {
    expect(endOfVersion(ended, startDay)).toBe(end);
  });
});

describe('tariff band at the end of a step', () => {
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
  ])('at %s is %s', (end, band) => {
    expect(bandOf(at(end))).toBe(band);
  });

  it('follows the local clock through a clock change', () => {
    const berlin = bandOfStepEnd([morning], 'Europe/Berlin');
    // 25 October 2026: 02:30 occurs twice, and 07:30 is an hour later than on other days.
    expect(berlin(at('2026-10-25T05:30:00Z'))).toBe('sharp'); // 06:30
    expect(berlin(at('2026-10-25T06:30:00Z'))).toBe('sharp'); // 07:30
    expect(berlin(at('2026-10-25T06:30:01Z'))).toBe('valley');
    expect(berlin(at('2026-10-24T05:30:01Z'))).toBe('valley');
  });
});
