import { describe, expect, it } from 'vitest';
import { daysOfSpan, isWholeDays, searchOfDays } from './history-days.ts';
import { wholeSpan } from './history-span.ts';

const ZONE = 'Asia/Shanghai';
/** 21 November in Shanghai, 20 November in UTC. */
const NOW = Date.parse('2026-11-20T16:30:00Z');
const TODAY = '2026-11-21';

describe('whole days of the history', () => {
  it.each([
    ['today', TODAY, TODAY, { range: 'today' }],
    [
      'past days, to the midnight after the last',
      '2026-10-01',
      '2026-10-31',
      { range: 'custom', from: '2026-10-01 00:00:00', to: '2026-11-01 00:00:00' },
    ],
    [
      'days up to today, without an end',
      '2026-11-01',
      TODAY,
      { range: 'custom', from: '2026-11-01 00:00:00' },
    ],
  ])('are in the address: %s', (_case, start, end, expected) => {
    const search = searchOfDays({ start, end }, TODAY);
    expect(search).toEqual(expected);
    expect(daysOfSpan(wholeSpan(search, NOW, ZONE), ZONE, TODAY)).toEqual({ start, end });
  });

  it.each([
    [true, '2026-10-01 00:00:00', '2026-11-01 00:00:00'],
    [true, '2026-11-01 00:00:00', undefined],
    [false, '2026-10-01 00:00:00', '2026-11-01 08:00:00'],
    [false, '2026-10-01 08:00:00', '2026-11-01 00:00:00'],
    [false, '2026-11-01 00:00:00', '2026-10-01 00:00:00'],
    [false, '2026-12-01 00:00:00', undefined],
    [false, undefined, '2026-11-01 00:00:00'],
    [false, undefined, undefined],
  ])('are recognized: %s for %s to %s', (expected, from, to) => {
    expect(isWholeDays({ ...(from && { from }), ...(to && { to }) }, TODAY)).toBe(expected);
  });

  it.each([
    ['a part of a day', '2026-11-01 08:00:00', '2026-11-01 09:00:00', '2026-11-01', '2026-11-01'],
    ['parts of two days', '2026-11-01 23:00:00', '2026-11-02 01:00:00', '2026-11-01', '2026-11-02'],
    ['days after today', '2026-11-20 00:00:00', '2026-12-01 00:00:00', '2026-11-20', TODAY],
  ])('contain %s', (_case, from, to, start, end) => {
    const span = wholeSpan({ range: 'custom', from, to }, NOW, ZONE);
    expect(daysOfSpan(span, ZONE, TODAY)).toEqual({ start, end });
  });
});
