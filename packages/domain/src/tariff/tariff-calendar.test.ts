import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bandOfHour, TARIFF_BANDS } from './band.ts';
import { type CalendarProblem, checkCalendar, coverage } from './check-calendar.ts';
import {
  type BandSpan,
  bandAt,
  DEFAULT_CALENDAR,
  type Season,
  type TariffCalendar,
} from './tariff-calendar.ts';

const hm = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));
const span = (band: BandSpan['band'], from: string, to: string): BandSpan => ({
  band,
  from: hm(from),
  to: hm(to),
});
const flat = [span('offPeak', '00:00', '24:00')];
const summerDay = [span('peak', '08:30', '20:05'), span('valley', '20:05', '08:30')];
const season = (over: Partial<Season>): Season => ({
  name: 'year',
  from: '01-01',
  to: '12-31',
  weekday: flat,
  weekend: null,
  holiday: null,
  ...over,
});
const calendar = (seasons: Season[], over: Partial<TariffCalendar> = {}): TariffCalendar => ({
  weekend: [6, 7],
  holidays: [],
  seasons,
  ...over,
});

const TWO = calendar(
  [
    season({
      name: 'winter',
      from: '10-01',
      to: '03-31',
      holiday: [span('valley', '00:00', '24:00')],
    }),
    season({
      name: 'summer',
      from: '04-01',
      to: '09-30',
      weekday: summerDay,
      weekend: [span('sharp', '00:00', '24:00')],
      holiday: [span('valley', '00:00', '24:00')],
    }),
  ],
  { holidays: ['2026-05-01', '12-25'] },
);

describe('tariff band of a minute', () => {
  it.each([
    // Wednesday 1 July, over midnight and at half hours
    ['2026-07-01', '00:00', 'valley'],
    ['2026-07-01', '08:29', 'valley'],
    ['2026-07-01', '08:30', 'peak'],
    ['2026-07-01', '20:04', 'peak'],
    ['2026-07-01', '20:05', 'valley'],
    ['2026-07-01', '23:59', 'valley'],
    // Saturday
    ['2026-07-04', '12:00', 'sharp'],
    // a one-time holiday, a Friday; the same date a year later is a Saturday
    ['2026-05-01', '12:00', 'valley'],
    ['2027-05-01', '12:00', 'sharp'],
    // a yearly holiday; in the winter season, the weekend uses the spans of the weekday
    ['2026-12-25', '12:00', 'valley'],
    ['2030-12-25', '12:00', 'valley'],
    ['2026-12-26', '12:00', 'offPeak'],
    // a season that spans the new year, and its boundaries
    ['2026-01-15', '12:00', 'offPeak'],
    ['2026-03-31', '23:59', 'offPeak'],
    ['2026-04-01', '00:00', 'valley'],
    ['2026-09-30', '12:00', 'peak'],
    ['2026-10-01', '00:00', 'offPeak'],
  ] as const)('on %s at %s is %s', (day, time, band) => {
    expect(checkCalendar(TWO)).toEqual([]);
    expect(bandAt(TWO, day, hm(time))).toBe(band);
  });

  it('is the band of the hour if the hours are the default, on every day of the year', () => {
    expect(checkCalendar(DEFAULT_CALENDAR)).toEqual([]);
    for (const day of ['2024-02-29', '2026-01-01', '2026-07-04', '2026-12-31']) {
      for (let minute = 0; minute < 1440; minute += 1) {
        expect(bandAt(DEFAULT_CALENDAR, day, minute)).toBe(bandOfHour(Math.floor(minute / 60)));
      }
    }
  });

  it('supports a weekend of Friday and Saturday', () => {
    const here = calendar([season({ weekend: [span('valley', '00:00', '24:00')] })], {
      weekend: [5, 6],
    });
    expect(['2026-07-02', '2026-07-03', '2026-07-04', '2026-07-05'].map((d) => bandAt(here, d, 0))) //
      .toEqual(['offPeak', 'valley', 'valley', 'offPeak']);
  });

  it('belongs on the 29th of February to the season of the 28th', () => {
    const here = calendar([season({ from: '03-01', to: '02-28', weekday: summerDay })]);
    expect(checkCalendar(here)).toEqual([]);
    expect(bandAt(here, '2028-02-29', hm('12:00'))).toBe('peak');
  });

  it('throws for minute 1440, which is not part of the day', () => {
    expect(() => bandAt(TWO, '2026-07-01', 1440)).toThrow(RangeError);
  });
});

describe('tariff calendar validation', () => {
  const day = (weekday: BandSpan[]) => calendar([season({ weekday })]);
  const place = { season: 0, day: 'weekday' } as const;
  it.each<[string, TariffCalendar, CalendarProblem[]]>([
    ['no seasons', calendar([]), [{ kind: 'no-season' }]],
    [
      'a gap in the day',
      day([span('peak', '00:00', '08:00'), span('valley', '09:30', '24:00')]),
      [{ kind: 'gap', ...place, from: hm('08:00'), to: hm('09:30') }],
    ],
    [
      'an overlap in the day',
      day([span('peak', '00:00', '10:00'), span('valley', '09:55', '24:00')]),
      [{ kind: 'overlap', ...place, from: hm('09:55'), to: hm('10:00') }],
    ],
    [
      'a gap and an overlap over midnight',
      day([span('valley', '22:00', '07:00'), span('peak', '06:00', '21:00')]),
      [
        { kind: 'gap', ...place, from: hm('21:00'), to: hm('22:00') },
        { kind: 'overlap', ...place, from: hm('06:00'), to: hm('07:00') },
      ],
    ],
    ['an empty day', day([]), [{ kind: 'gap', ...place, from: 0, to: 1440 }]],
    [
      'an incomplete holiday',
      calendar([season({ holiday: [span('peak', '00:00', '12:00')] })]),
      [{ kind: 'gap', season: 0, day: 'holiday', from: 720, to: 1440 }],
    ],
    [
      'an edge that is not a multiple of five minutes',
      day([...flat, { band: 'peak', from: 3, to: 8 }]),
      [{ kind: 'edge-invalid', ...place, from: 3, to: 8 }],
    ],
    [
      'an edge outside the day',
      day([...flat, { band: 'peak', from: 1440, to: 1445 }]),
      [{ kind: 'edge-invalid', ...place, from: 1440, to: 1445 }],
    ],
    [
      'an empty span',
      day([...flat, { band: 'peak', from: 60, to: 60 }]),
      [{ kind: 'edge-invalid', ...place, from: 60, to: 60 }],
    ],
    [
      'a gap between seasons',
      calendar([season({ from: '03-02', to: '09-30' }), season({ from: '10-15', to: '02-28' })]),
      [
        { kind: 'season-gap', from: '03-01', to: '03-01' },
        { kind: 'season-gap', from: '10-01', to: '10-14' },
      ],
    ],
    [
      'overlapping seasons',
      calendar([season({ from: '04-01', to: '10-31' }), season({ from: '10-01', to: '04-15' })]),
      [
        { kind: 'season-overlap', from: '04-01', to: '04-15' },
        { kind: 'season-overlap', from: '10-01', to: '10-31' },
      ],
    ],
    [
      'an invalid day',
      calendar([season({ from: '02-30', to: '13-01' })]),
      [
        { kind: 'season-day-invalid', season: 0, value: '02-30' },
        { kind: 'season-day-invalid', season: 0, value: '13-01' },
      ],
    ],
    [
      'invalid holidays',
      calendar([season({})], { holidays: ['2026-02-29', '2028-02-29', '04-31', 'x', '12-25'] }),
      ['2026-02-29', '04-31', 'x'].map((value) => ({ kind: 'holiday-invalid', value })),
    ],
    [
      'a repeated or invalid day of the weekend',
      calendar([season({})], { weekend: [6, 6, 8] }),
      [{ kind: 'weekend-invalid' }],
    ],
    [
      'too many seasons, holidays and spans',
      calendar(
        Array.from({ length: 15 }, () => season({ weekday: Array(49).fill(flat[0]) })),
        { holidays: Array(255).fill('01-01') },
      ),
      (['seasons', 'holidays', 'spans'] as const).map((what) => ({ kind: 'too-many', what })),
    ],
  ])('reports %s', (_, wrong, problems) => {
    expect(checkCalendar(wrong)).toEqual(problems);
  });
});

it('reports exactly the minutes without a span as gaps and those with several as overlaps', () => {
  const anySpan = fc.record({
    band: fc.constantFrom(...TARIFF_BANDS),
    from: fc.integer({ min: 0, max: 287 }).map((step) => step * 5),
    to: fc.integer({ min: 1, max: 288 }).map((step) => step * 5),
  });
  fc.assert(
    fc.property(fc.array(anySpan, { maxLength: 6 }), (given) => {
      const spans = given.filter(({ from, to }) => from !== to);
      const holding = (minute: number) =>
        spans.filter(({ from, to }) =>
          from < to ? from <= minute && minute < to : minute >= from || minute < to,
        ).length;
      const { gaps, overlaps } = coverage(spans);
      const minutes = Array.from({ length: 1440 }, (_, minute) => minute);
      const inside = (runs: { from: number; to: number }[]) =>
        minutes.filter((minute) => runs.some(({ from, to }) => from <= minute && minute < to));
      expect(inside(gaps)).toEqual(minutes.filter((minute) => holding(minute) === 0));
      expect(inside(overlaps)).toEqual(minutes.filter((minute) => holding(minute) > 1));
    }),
    { numRuns: 200 },
  );
});
