import { describe, expect, it } from 'vitest';
import { startOfLocalDate } from '../local-date.ts';
import { daysOfCurve, powerCurve } from './power-curve.ts';

const ZONE = 'Asia/Shanghai';
const QUARTER_MS = 900_000;
const START = startOfLocalDate('2026-11-20', ZONE);
const flat = (wh: number, count = 96) => Array<number>(count).fill(wh);

function curve(days: Record<string, readonly number[]>, now: number, zone = ZONE) {
  return powerCurve((day) => days[day], now, zone);
}

describe('the curve of power', () => {
  it('is the mean of the last 96 quarter hours that are counted', () => {
    const today = [250, 500, 750, 9999, ...flat(0, 92)];
    const now = START + 3 * QUARTER_MS + 180_000;
    const { from, kw, peak } = curve({ '2026-11-19': flat(1000), '2026-11-20': today }, now);
    expect(from).toBe(START + 3 * QUARTER_MS - 86_400_000);
    expect(kw).toHaveLength(96);
    expect(kw.slice(-4)).toEqual([4, 1, 2, 3]);
    expect(peak).toEqual({ kw: 3, at: START + 2 * QUARTER_MS });
  });

  it('leaves out a quarter hour whose last readings may be on their way', () => {
    const days = { '2026-11-20': [250, 500, 750, ...flat(0, 93)] };
    expect(curve(days, START + 3 * QUARTER_MS + 179_999).peak?.kw).toBe(2);
  });

  it('is unknown on days without energy, and has no peak without load', () => {
    const now = START + 4 * QUARTER_MS + 200_000;
    const { kw, peak } = curve({ '2026-11-20': flat(0) }, now);
    expect(kw.slice(0, 92).every((value) => value === null)).toBe(true);
    expect(kw.slice(92)).toEqual([0, 0, 0, 0]);
    expect(peak).toBeNull();
    expect(curve({}, now).kw.every((value) => value === null)).toBe(true);
  });

  it('has the earliest of equal peaks, and none in the first minutes of a day', () => {
    const now = START + 4 * QUARTER_MS + 200_000;
    expect(curve({ '2026-11-20': flat(500) }, now).peak?.at).toBe(START);
    const first = curve({ '2026-11-19': flat(500), '2026-11-20': flat(500) }, START + 60_000);
    expect(first.peak).toBeNull();
    expect(first.kw.at(-1)).toBe(2);
  });

  it('counts elapsed quarter hours on the days of a clock change', () => {
    const zone = 'Europe/Paris';
    const start = startOfLocalDate('2026-10-25', zone);
    const days = { '2026-10-24': flat(100), '2026-10-25': [...flat(200, 99), 700] };
    const next = startOfLocalDate('2026-10-26', zone);
    const { kw } = curve(days, next + 200_000, zone);
    expect(next - start).toBe(100 * QUARTER_MS);
    expect(kw.at(-1)).toBe(2.8);
    expect(kw[0]).toBe(0.8);
  });

  it.each([
    ['at midnight', START, ['2026-11-18', '2026-11-19', '2026-11-20']],
    ['in the first minutes', START + 179_999, ['2026-11-18', '2026-11-19', '2026-11-20']],
    ['from the first counted quarter hour on', START + 180_000, ['2026-11-19', '2026-11-20']],
    ['in the evening', START + 80_000_000, ['2026-11-19', '2026-11-20']],
  ])('needs, %s, the days that its quarter hours belong to', (_, now, days) => {
    expect(daysOfCurve(now, ZONE)).toEqual(days);
  });

  it('needs the day before a day of 23 hours for the first hour after it', () => {
    const zone = 'Europe/Paris';
    const start = startOfLocalDate('2026-03-30', zone);
    const three = ['2026-03-28', '2026-03-29', '2026-03-30'];
    expect(daysOfCurve(start + 3_600_000, zone)).toEqual(three);
    expect(daysOfCurve(start + 3_600_000 + 180_000, zone)).toEqual(three.slice(1));
  });
});
