import { describe, expect, it } from 'vitest';
import { periodPresets } from './period-presets.ts';
import type { SettlementPlan } from './settlement-period.ts';

const plan = (settlementDay: number, ...standing: [string, string][]): SettlementPlan => ({
  settlementDay,
  standing: standing.map(([start, end]) => ({ start, end })),
});

/** Presets as text: `name start end`, without the days before today and yesterday if not wanted. */
const presets = (now: string, zone: string, how?: SettlementPlan) =>
  Object.fromEntries(
    periodPresets(Date.parse(now), zone, how).map(({ name, start, end }) => [
      name,
      `${start} ${end}`,
    ]),
  );

describe('periods by name', () => {
  it.each([
    ['in the middle of a month', '2026-11-20T12:00:00Z', 'UTC', '11-20', '11-19'],
    ['on the first day of a month', '2026-11-01T12:00:00Z', 'UTC', '11-01', '10-31'],
    ['on day 31', '2026-10-31T12:00:00Z', 'UTC', '10-31', '10-30'],
    ['after a short February', '2026-03-01T12:00:00Z', 'UTC', '03-01', '02-28'],
    ['in a zone that is ahead', '2026-11-20T16:30:00Z', 'Asia/Shanghai', '11-21', '11-20'],
    ['in the zone furthest ahead', '2026-11-20T10:00:00Z', 'Pacific/Kiritimati', '11-21', '11-20'],
    ['in the zone furthest behind', '2026-11-20T10:59:00Z', 'Pacific/Pago_Pago', '11-19', '11-18'],
    // 29 March 2026 has 23 hours in Paris, 25 October 25: 24 hours before is another day.
    ['after a day of 23 hours', '2026-03-29T22:30:00Z', 'Europe/Paris', '03-30', '03-29'],
    ['late on a day of 25 hours', '2026-10-25T22:59:00Z', 'Europe/Paris', '10-25', '10-24'],
    ['after a day of 25 hours', '2026-10-25T23:00:00Z', 'Europe/Paris', '10-26', '10-25'],
    ['where a day begins at 01:00', '2026-09-06T04:00:00Z', 'America/Santiago', '09-06', '09-05'],
  ])('today and yesterday %s', (_, now, zone, today, yesterday) => {
    expect(presets(now, zone)).toMatchObject({
      today: `2026-${today} 2026-${today}`,
      yesterday: `2026-${yesterday} 2026-${yesterday}`,
    });
  });

  it.each([
    ['2026-11-20T12:00:00Z', 'UTC', '2026-11-01 2026-11-20', '2026-10-01 2026-10-31'],
    ['2026-10-31T12:00:00Z', 'UTC', '2026-10-01 2026-10-31', '2026-09-01 2026-09-30'],
    ['2026-03-31T12:00:00Z', 'UTC', '2026-03-01 2026-03-31', '2026-02-01 2026-02-28'],
    ['2028-03-30T12:00:00Z', 'UTC', '2028-03-01 2028-03-30', '2028-02-01 2028-02-29'],
    ['2026-01-01T00:00:00Z', 'UTC', '2026-01-01 2026-01-01', '2025-12-01 2025-12-31'],
    ['2025-12-31T15:59:00Z', 'Asia/Shanghai', '2025-12-01 2025-12-31', '2025-11-01 2025-11-30'],
    ['2025-12-31T16:00:00Z', 'Asia/Shanghai', '2026-01-01 2026-01-01', '2025-12-01 2025-12-31'],
    [
      '2026-01-01T07:59:00Z',
      'America/Los_Angeles',
      '2025-12-01 2025-12-31',
      '2025-11-01 2025-11-30',
    ],
    ['2026-03-31T21:30:00Z', 'Europe/Paris', '2026-03-01 2026-03-31', '2026-02-01 2026-02-28'],
    ['2026-03-31T22:00:00Z', 'Europe/Paris', '2026-04-01 2026-04-01', '2026-03-01 2026-03-31'],
  ])('months at %s in %s', (now, zone, thisMonth, lastMonth) => {
    expect(presets(now, zone)).toMatchObject({
      'this-month': thisMonth,
      'last-month': lastMonth,
    });
  });

  it.each([
    ['2026-11-20T12:00:00Z', plan(15), '2026-11-15 2026-11-20', '2026-10-15 2026-11-14'],
    ['2026-11-15T12:00:00Z', plan(15), '2026-11-15 2026-11-15', '2026-10-15 2026-11-14'],
    ['2026-11-14T12:00:00Z', plan(15), '2026-10-15 2026-11-14', '2026-09-15 2026-10-14'],
    ['2026-01-05T12:00:00Z', plan(28), '2025-12-28 2026-01-05', '2025-11-28 2025-12-27'],
    ['2026-03-01T12:00:00Z', plan(28), '2026-02-28 2026-03-01', '2026-01-28 2026-02-27'],
    // The settlement day was changed from 1 to 15 while November was running.
    [
      '2026-12-20T12:00:00Z',
      plan(15, ['2026-11-01', '2026-12-01']),
      '2026-12-15 2026-12-20',
      '2026-12-01 2026-12-14',
    ],
    [
      '2026-11-20T12:00:00Z',
      plan(15, ['2026-10-01', '2026-11-01'], ['2026-11-01', '2026-12-01']),
      undefined,
      undefined,
    ],
  ])('settlement periods at %s by plan %o', (now, how, current, last) => {
    const found = presets(now, 'UTC', how);
    expect([found['this-settlement'], found['last-settlement']]).toEqual([current, last]);
  });

  it('begin on the settlement day of the customer, not of the browser', () => {
    const at = '2026-11-14T16:30:00Z';
    expect(presets(at, 'Asia/Shanghai', plan(15))['this-settlement']).toBe('2026-11-15 2026-11-15');
    expect(presets(at, 'America/New_York', plan(15))['this-settlement']).toBe(
      '2026-10-15 2026-11-14',
    );
  });

  it('have no settlement period without a plan, nor if it is the calendar month', () => {
    const names = ['today', 'yesterday', 'this-month', 'last-month'];
    expect(Object.keys(presets('2026-11-20T12:00:00Z', 'UTC'))).toEqual(names);
    expect(Object.keys(presets('2026-11-20T12:00:00Z', 'UTC', plan(1)))).toEqual(names);
  });
});
