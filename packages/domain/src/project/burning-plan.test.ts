import { describe, expect, it } from 'vitest';
import { parseLocal } from '../calendar.ts';
import { type BurningRule, burningPlan, dimmedTo, nextClock } from './burning-plan.ts';

const SHANGHAI = { latitude: 31.2304, longitude: 121.4737 };
const TROMSO = { latitude: 69.6492, longitude: 18.9553 };
const sun: BurningRule = {
  burnRule: 'sun',
  onTime: null,
  offTime: null,
  onOffsetMin: 0,
  offOffsetMin: 0,
};
const clock: BurningRule = { ...sun, burnRule: 'clock', onTime: '18:30', offTime: '06:00' };
const at = (text: string, zone: string) => parseLocal(`${text}:00`, zone)!;

describe('lamps that burn by the sun', () => {
  // Sunset of 20 November 2026 in Shanghai is 16:53, sunrise of the 21st 06:28.
  it.each([
    ['noon', '2026-11-20 12:00', {}, 'off'],
    ['before the edge', '2026-11-20 16:30', {}, 'off'],
    ['at sunset', '2026-11-20 16:53', {}, 'either'],
    ['after the edge', '2026-11-20 17:15', {}, 'on'],
    ['midnight', '2026-11-21 00:00', {}, 'on'],
    ['before sunrise', '2026-11-21 06:00', {}, 'on'],
    ['after sunrise', '2026-11-21 06:55', {}, 'off'],
    ['an hour later by offset', '2026-11-20 17:15', { onOffsetMin: 60 }, 'off'],
    ['an hour earlier by offset', '2026-11-20 16:20', { onOffsetMin: -60 }, 'on'],
    ['off an hour before sunrise', '2026-11-21 06:00', { offOffsetMin: -60 }, 'off'],
  ] as const)('%s', (_, local, offsets, should) => {
    const plan = burningPlan(
      { ...sun, ...offsets },
      at(local, 'Asia/Shanghai'),
      'Asia/Shanghai',
      SHANGHAI,
      null,
    );
    expect(plan.should).toBe(should);
  });

  it.each([
    ['never in the polar day', '2026-06-21 00:40', 'off'],
    ['never in the polar day, whatever the offset', '2026-06-21 23:50', 'off'],
    ['always in the polar night, at noon', '2026-12-21 12:00', 'on'],
    ['always in the polar night, at midnight', '2026-12-21 00:00', 'on'],
  ] as const)('%s', (_, local, should) => {
    const rule = { ...sun, onOffsetMin: -30 };
    const zone = 'Europe/Oslo';
    expect(burningPlan(rule, at(local, zone), zone, TROMSO, null).should).toBe(should);
  });

  it('tells when the night began', () => {
    const zone = 'Asia/Shanghai';
    const { since } = burningPlan(sun, at('2026-11-21 02:00', zone), zone, SHANGHAI, null);
    expect(Math.abs(since! - at('2026-11-20 16:53', zone))).toBeLessThan(120_000);
  });

  it('is not known without a place', () => {
    expect(burningPlan(sun, 0, 'UTC', null, true)).toEqual({ should: 'either', since: null });
  });
});

describe('lamps that burn by the clock', () => {
  it.each([
    ['by day', '2026-11-20 12:00', 'off'],
    ['in the evening', '2026-11-20 19:00', 'on'],
    ['after midnight', '2026-11-21 03:00', 'on'],
    ['at the change', '2026-11-21 05:55', 'either'],
    ['in the morning', '2026-11-21 06:30', 'off'],
    ['over the hour that is skipped', '2026-03-29 03:10', 'on'],
  ] as const)('%s', (_, local, should) => {
    expect(burningPlan(clock, at(local, 'Europe/Berlin'), 'Europe/Berlin', null, null).should).toBe(
      should,
    );
  });
});

describe('lamps that burn with the switch', () => {
  it.each([
    ['closed', true, 'on'],
    ['open', false, 'off'],
    ['not known', null, 'either'],
  ] as const)('%s', (_, closed, should) => {
    const rule: BurningRule = { ...sun, burnRule: 'switch' };
    expect(burningPlan(rule, 0, 'UTC', null, closed).should).toBe(should);
  });
});

describe('dimmed periods', () => {
  const periods = [
    { from: '23:00', to: '05:00', level: 50 },
    { from: '05:00', to: '05:30', level: 70 },
  ];
  it.each([
    ['2026-11-20 22:59', 100],
    ['2026-11-20 23:00', 50],
    ['2026-11-21 04:59', 50],
    ['2026-11-21 05:00', 70],
    ['2026-11-21 05:30', 100],
  ] as const)('at %s', (local, level) => {
    expect(dimmedTo(periods, at(local, 'Europe/Berlin'), 'Europe/Berlin')).toBe(level);
  });
});

describe('the next check time', () => {
  it.each([
    ['today', '2026-11-20 20:59', '2026-11-20 21:00'],
    ['tomorrow when it is just over', '2026-11-20 21:00', '2026-11-21 21:00'],
  ] as const)('%s', (_, from, next) => {
    expect(nextClock('21:00', at(from, 'Asia/Shanghai'), 'Asia/Shanghai')).toBe(
      at(next, 'Asia/Shanghai'),
    );
  });
});
