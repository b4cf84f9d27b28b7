import { describe, expect, it } from 'vitest';
import { firingsBetween, nextFiring } from './timers.ts';

const utc = (text: string) => Date.parse(`${text}Z`);
const EVERY_DAY = 127;
const MONDAY = 1;
const SUNDAY = 64;
const timer = (days: number, at: string) => ({ id: 1, days, at, to: 'open' as const });

describe('next firing', () => {
  it.each([
    ['later today', EVERY_DAY, '18:30', 'Asia/Shanghai', '2026-01-01T10:00', '2026-01-01T10:30'],
    [
      'not this instant again',
      EVERY_DAY,
      '18:30',
      'Asia/Shanghai',
      '2026-01-01T10:30',
      '2026-01-02T10:30',
    ],
    ['on Monday', MONDAY, '00:00', 'UTC', '2026-01-01T10:00', '2026-01-05T00:00'],
    ['on Sunday', SUNDAY, '00:00', 'UTC', '2026-01-01T10:00', '2026-01-04T00:00'],
    ['in a week', MONDAY, '10:00', 'UTC', '2026-01-05T10:00', '2026-01-12T10:00'],
    [
      'by the local weekday',
      MONDAY,
      '01:00',
      'Asia/Shanghai',
      '2026-01-04T12:00',
      '2026-01-04T17:00',
    ],
    [
      'after a skipped hour of daylight saving time',
      EVERY_DAY,
      '02:30',
      'Europe/Paris',
      '2026-03-28T20:00',
      '2026-03-29T01:00',
    ],
    [
      'at the first of a repeated hour',
      EVERY_DAY,
      '02:30',
      'Europe/Paris',
      '2026-10-24T20:00',
      '2026-10-25T00:30',
    ],
    [
      'not at the second of a repeated hour',
      EVERY_DAY,
      '02:30',
      'Europe/Paris',
      '2026-10-25T00:30',
      '2026-10-26T01:30',
    ],
  ])('is computed correctly: %s', (_name, days, at, zone, after, expected) => {
    expect(nextFiring(timer(days, at), utc(after), zone)).toBe(utc(expected));
  });
});

describe('due timers', () => {
  const due = utc('2026-01-01T10:30');
  const evening = [timer(EVERY_DAY, '18:30')];

  it.each([
    ['just now', due - 1000, due, 1],
    ['not before its time', due - 1000, due - 1, 0],
    ['not twice', due, due + 30_000, 0],
    ['a minute late', due - 1000, due + 60_000, 1],
    ['skipped if more than a minute late', due - 1000, due + 60_001, 0],
  ])('are selected by time: %s', (_name, from, now, count) => {
    expect(firingsBetween(evening, from, now, 'Asia/Shanghai')).toHaveLength(count);
  });

  it('are returned in the order of their times', () => {
    const both = [timer(EVERY_DAY, '18:31'), timer(EVERY_DAY, '18:30')];
    const fired = firingsBetween(both, due - 1, due + 60_000, 'Asia/Shanghai');
    expect(fired.map(({ timer: { at } }) => at)).toEqual(['18:30', '18:31']);
  });
});
