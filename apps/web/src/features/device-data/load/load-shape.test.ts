import { describe, expect, it } from 'vitest';
import { dailyProfile, loadAt, loadColumns, loadDuration } from './load-shape.ts';

const QUARTER = 900_000;
const HOUR = 3_600_000;
const at = (text: string) => Date.parse(text);
const loads = (start: string, stepMs: number, values: readonly number[]) =>
  values.map((value, i) => ({ ts: at(start) + i * stepMs, value }));

describe('the load duration', () => {
  const means = loads('2026-11-20T00:00:00Z', QUARTER, [1, 4, 2, 3]);
  const found = loadDuration(means, QUARTER, 8 * QUARTER)!;

  it('is descending and includes the measured time', () => {
    expect(found).toEqual({
      values: [4, 3, 2, 1],
      knownMs: 4 * QUARTER,
      wholeMs: 8 * QUARTER,
      peak: 4,
      mean: 2.5,
      loadFactor: 0.625,
    });
  });

  it.each([
    [0, 4],
    [0.25, 4],
    [0.26, 3],
    [0.5, 3],
    [1, 1],
  ])('at the fraction %d of the time is at least %d', (part, load) => {
    expect(loadAt(found, part)).toBe(load);
  });

  it('counts at most the elapsed time while a column is incomplete', () => {
    const running = loadDuration(means, QUARTER, 3.5 * QUARTER);
    expect(running?.knownMs).toBe(3.5 * QUARTER);
  });

  it('has no load factor without a load and is undefined without readings', () => {
    const idle = loadDuration(loads('2026-11-20T00:00:00Z', QUARTER, [0, 0]), QUARTER, QUARTER);
    expect(idle?.loadFactor).toBeUndefined();
    expect(loadDuration([], QUARTER, QUARTER)).toBeUndefined();
  });
});

describe('the daily profile', () => {
  it('has one average per local hour, left empty if nothing was measured', () => {
    const means = loads('2026-11-19T16:00:00Z', QUARTER, [1, 2, 3, 4, 10]);
    const { days, lowest, highest } = dailyProfile(means, 'Asia/Shanghai', 31)!;
    expect(days.map(({ date }) => date)).toEqual(['2026-11-20']);
    expect(days[0]!.hours.slice(0, 3)).toEqual([2.5, 10, undefined]);
    expect([lowest, highest]).toEqual([2.5, 10]);
  });

  it('averages the repeated hour of the autumn change and leaves the skipped hour empty', () => {
    const autumn = loads('2026-10-25T00:00:00Z', HOUR, [1, 3, 5]);
    expect(dailyProfile(autumn, 'Europe/Berlin', 31)!.days[0]!.hours.slice(1, 5)).toEqual([
      undefined,
      2,
      5,
      undefined,
    ]);
    const spring = loads('2026-03-29T00:00:00Z', HOUR, [1, 3]);
    expect(dailyProfile(spring, 'Europe/Berlin', 31)!.days[0]!.hours.slice(1, 4)).toEqual([
      1,
      undefined,
      3,
    ]);
  });

  it('includes days without readings, and only the last days up to the maximum', () => {
    const means = [1, 2, 9].map((day) => ({ ts: at(`2026-11-0${day}T12:00:00Z`), value: day }));
    const { days, lowest } = dailyProfile(means, 'UTC', 8)!;
    expect(days.map(({ date }) => date.slice(8))).toEqual([
      '02',
      '03',
      '04',
      '05',
      '06',
      '07',
      '08',
      '09',
    ]);
    expect(days[1]!.hours.every((value) => value === undefined)).toBe(true);
    expect(lowest).toBe(2);
  });
});

describe('the columns requested for a load', () => {
  const DAY = 96 * QUARTER;
  it.each([
    ['a day', DAY, { endMs: DAY, columnMs: QUARTER, count: 96 }],
    ['an incomplete day', DAY - 1, { endMs: DAY, columnMs: QUARTER, count: 96 }],
    ['a year', 365 * DAY, { endMs: 365 * DAY, columnMs: HOUR, count: 8760 }],
    ['two years', 730 * DAY, undefined],
  ])('are correct for %s', (_name, toMs, columns) => {
    expect(loadColumns(0, toMs)).toEqual(columns);
  });
});
