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

describe('burning plan by the sun', () => {
  // Sunset of 20 November 2026 in Shanghai is 16:53, sunrise of the 21st 06:28.
  it.each([
    ['at noon', '2026-11-20 12:00', {}, 'off'],
    ['before the tolerance at sunset', '2026-11-20 16:30', {}, 'off'],
    ['at sunset', '2026-11-20 16:53', {}, 'either'],
    ['after the tolerance at sunset', '2026-11-20 17:15', {}, 'on'],
    ['at midnight', '2026-11-21 00:00', {}, 'on'],
    ['before sunrise', '2026-11-21 06:00', {}, 'on'],
    ['after sunrise', '2026-11-21 06:55', {}, 'off'],
    ['an hour later by offset', '2026-11-20 17:15', { onOffsetMin: 60 }, 'off'],
    ['an hour earlier by offset', '2026-11-20 16:20', { onOffsetMin: -60 }, 'on'],
    ['an hour before sunrise by offset', '2026-11-21 06:00', { offOffsetMin: -60 }, 'off'],
  ] as const)('has the expected state %s', (_, local, offsets, should) => {
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
    ['is off in the polar day', '2026-06-21 00:40', 'off'],
    ['is off in the polar day, whatever the offset', '2026-06-21 23:50', 'off'],
    ['is on in the polar night, at noon', '2026-12-21 12:00', 'on'],
    ['is on in the polar night, at midnight', '2026-12-21 00:00', 'on'],
  ] as const)('%s', (_, local, should) => {
    const rule = { ...sun, onOffsetMin: -30 };
    const zone = 'Europe/Oslo';
    expect(burningPlan(rule, at(local, zone), zone, TROMSO, null).should).toBe(should);
  });

  it('contains the start of the night', () => {
    const zone = 'Asia/Shanghai';
    const { since } = burningPlan(sun, at('2026-11-21 02:00', zone), zone, SHANGHAI, null);
    expect(Math.abs(since! - at('2026-11-20 16:53', zone))).toBeLessThan(120_000);
  });

  it('is unknown without a location', () => {
    expect(burningPlan(sun, 0, 'UTC', null, true)).toEqual({ should: 'either', since: null });
  });
});

describe('burning plan by clock times', () => {
  it.each([
    ['by day', '2026-11-20 12:00', 'off'],
    ['in the evening', '2026-11-20 19:00', 'on'],
    ['after midnight', '2026-11-21 03:00', 'on'],
    ['near the change', '2026-11-21 05:55', 'either'],
    ['in the morning', '2026-11-21 06:30', 'off'],
    ['across the skipped hour', '2026-03-29 03:10', 'on'],
  ] as const)('has the expected state %s', (_, local, should) => {
    expect(burningPlan(clock, at(local, 'Europe/Berlin'), 'Europe/Berlin', null, null).should).toBe(
      should,
    );
  });
});

describe('burning plan by the breaker', () => {
  it.each([
    ['is on if it is closed', true, 'on'],
    ['is off if it is open', false, 'off'],
    ['is unknown if the position is unknown', null, 'either'],
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
  ] as const)('give the expected level at %s', (local, level) => {
    expect(dimmedTo(periods, at(local, 'Europe/Berlin'), 'Europe/Berlin')).toBe(level);
  });
});

describe('next check time', () => {
  it.each([
    ['is today before the time', '2026-11-20 20:59', '2026-11-20 21:00'],
    ['is tomorrow just after the time', '2026-11-20 21:00', '2026-11-21 21:00'],
  ] as const)('%s', (_, from, next) => {
    expect(nextClock('21:00', at(from, 'Asia/Shanghai'), 'Asia/Shanghai')).toBe(
      at(next, 'Asia/Shanghai'),
    );
  });
});
