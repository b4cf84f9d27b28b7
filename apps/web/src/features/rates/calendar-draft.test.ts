import { clockOfMinute } from '@busbar/domain/formats/clock-of-minute';
import { checkCalendar } from '@busbar/domain/tariff/check-calendar';
import { DEFAULT_CALENDAR } from '@busbar/domain/tariff/tariff-calendar';
import { describe, expect, it } from 'vitest';
import {
  calendarOfDraft,
  draftOf,
  isSameCalendar,
  minuteOf,
  spansOfDraft,
  withSeason,
  withSpan,
} from './calendar-draft.ts';

describe('times while typing', () => {
  it.each([
    ['00:00', 0],
    ['7:05', 425],
    [' 19:30 ', 1170],
    ['24:00', 1440],
    ['24:01', Number.NaN],
    ['12:60', Number.NaN],
    ['12:5', Number.NaN],
    ['12', Number.NaN],
    ['', Number.NaN],
    ['noon', Number.NaN],
  ])('"%s" parse to minute %d', (text, minute) => {
    expect(minuteOf(text)).toBe(minute);
  });

  it('are formatted with four digits', () => {
    expect([0, 425, 1440].map(clockOfMinute)).toEqual(['00:00', '07:05', '24:00']);
  });

  it('extend to the end of the day when the end is 00:00', () => {
    const [span] = spansOfDraft([{ key: 1, band: 'peak', from: '22:00', to: '00:00' }]);
    expect(span).toEqual({ band: 'peak', from: 1320, to: 1440 });
  });
});

describe('a calendar draft', () => {
  it('converts back to the same calendar when nothing was edited', () => {
    expect(calendarOfDraft(draftOf(DEFAULT_CALENDAR))).toEqual(DEFAULT_CALENDAR);
  });

  it('is invalid while a time is incomplete', () => {
    const draft = draftOf(DEFAULT_CALENDAR);
    const [season] = draft.seasons;
    const weekday = season!.weekday.map((span, at) => (at === 0 ? { ...span, to: '8:' } : span));
    const problems = checkCalendar(
      calendarOfDraft({ ...draft, seasons: [{ ...season!, weekday }] }),
    );
    expect(problems.map(({ kind }) => kind)).toEqual(['edge-invalid', 'gap']);
  });

  it('adds a span in the first gap', () => {
    const spans = withSpan([{ key: 1, band: 'peak', from: '08:00', to: '22:00' }]);
    expect(spans[1]).toMatchObject({ from: '00:00', to: '08:00' });
    expect(withSpan(spans)[2]).toMatchObject({ from: '22:00', to: '24:00' });
    expect(withSpan([])[0]).toMatchObject({ from: '00:00', to: '24:00' });
  });

  it('adds a season in the days without one, or in the second half of the last one', () => {
    const days = (seasons: ReturnType<typeof withSeason>) =>
      seasons.map(({ from, to }) => [from, to]);
    const two = withSeason(draftOf(DEFAULT_CALENDAR).seasons);
    expect(days(two)).toEqual([
      ['01-01', '07-01'],
      ['07-02', '12-31'],
    ]);
    expect(days(withSeason([{ ...two[0]!, from: '11-01', to: '02-29' }, two[1]!]))[2]).toEqual([
      '03-01',
      '07-01',
    ]);
    expect(days(withSeason([{ ...two[0]!, from: '11-01', to: '10-31' }]))).toEqual([
      ['11-01', '05-01'],
      ['05-02', '10-31'],
    ]);
  });

  it('copies the hours of the last season into a new one, with separate keys', () => {
    const { seasons } = draftOf(DEFAULT_CALENDAR);
    const [first, second] = withSeason(seasons);
    expect(spansOfDraft(second!.weekday)).toEqual(spansOfDraft(first!.weekday));
    const keys = [...first!.weekday, ...second!.weekday].map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
  });
});

it('compares calendars regardless of the order of their fields', () => {
  const { seasons, ...rest } = DEFAULT_CALENDAR;
  const turned = {
    seasons: seasons.map(({ name, ...season }) => ({ ...season, name })),
    ...rest,
  };
  expect(isSameCalendar(turned, DEFAULT_CALENDAR)).toBe(true);
  expect(isSameCalendar({ ...turned, holidays: ['01-01'] }, DEFAULT_CALENDAR)).toBe(false);
});
