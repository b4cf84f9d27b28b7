import { describe, expect, it } from 'vitest';
import { coincide, EVERY_DAY, isDays, isMissed, nextRun, runsBetween } from './next-run.ts';

const utc = (text: string) => Date.parse(`${text}Z`);
const MONDAY = 1;
const SUNDAY = 64;

describe('next run of a timer', () => {
  it.each([
    ['is later today', EVERY_DAY, '18:30', 'Asia/Shanghai', '2026-01-01T10:00', '2026-01-01T10:30'],
    [
      'excludes the current one',
      EVERY_DAY,
      '18:30',
      'Asia/Shanghai',
      '2026-01-01T10:30',
      '2026-01-02T10:30',
    ],
    ['is on Monday', MONDAY, '00:00', 'UTC', '2026-01-01T10:00', '2026-01-05T00:00'],
    ['is on Sunday', SUNDAY, '00:00', 'UTC', '2026-01-01T10:00', '2026-01-04T00:00'],
    ['is in a week', MONDAY, '10:00', 'UTC', '2026-01-05T10:00', '2026-01-12T10:00'],
    [
      'is by the local day',
      MONDAY,
      '01:00',
      'Asia/Shanghai',
      '2026-01-04T12:00',
      '2026-01-04T17:00',
    ],
    [
      'is after a skipped time',
      EVERY_DAY,
      '02:30',
      'Europe/Paris',
      '2026-03-28T20:00',
      '2026-03-29T01:00',
    ],
    [
      'is the first occurrence of a repeated time',
      EVERY_DAY,
      '02:30',
      'Europe/Paris',
      '2026-10-24T20:00',
      '2026-10-25T00:30',
    ],
    [
      'does not repeat at the second occurrence',
      EVERY_DAY,
      '02:30',
      'Europe/Paris',
      '2026-10-25T00:30',
      '2026-10-26T01:30',
    ],
    [
      'is valid after a gap at midnight',
      EVERY_DAY,
      '00:15',
      'Africa/Cairo',
      '2026-04-23T20:00',
      '2026-04-23T22:00',
    ],
    [
      'is valid after a gap of half an hour',
      EVERY_DAY,
      '02:10',
      'Australia/Lord_Howe',
      '2026-10-03T12:00',
      '2026-10-03T15:30',
    ],
    [
      'is valid after a skipped day',
      16,
      '10:00',
      'Pacific/Apia',
      '2011-12-30T09:00',
      '2011-12-30T10:00',
    ],
  ])('%s', (_name, days, time, zone, after, expected) => {
    expect(nextRun({ days, time }, utc(after), zone)).toBe(utc(expected));
  });
});

/**
 * A reference implementation that does not know about skipped and repeated times: it checks the
 * local clock minute by minute and runs the timer once a day, at the first minute that shows its
 * time or, if none does, a later one.
 */
function walked(days: number, time: string, from: number, to: number, zone: string): number[] {
  const wall = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const runs: number[] = [];
  let ranOn = '';
  for (let at = from; at < to; at += 60_000) {
    const [date = '', shown = ''] = wall.format(at).split(', ');
    if (date === ranOn || shown < time) continue;
    ranOn = date;
    const weekday = (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;
    if ((days & (1 << weekday)) !== 0) runs.push(at);
  }
  return runs;
}

describe('all runs of a timer in ten days around a clock change', () => {
  const TIMES = ['00:00', '00:30', '01:00', '01:45', '02:00', '02:15', '02:59', '03:00', '23:30'];
  it.each([
    ['Europe/Paris', '2026-03-24'],
    ['Europe/Paris', '2026-10-20'],
    ['America/New_York', '2026-03-04'],
    ['America/New_York', '2026-10-28'],
    ['Australia/Lord_Howe', '2026-03-31'],
    ['Australia/Lord_Howe', '2026-09-30'],
    ['Africa/Cairo', '2026-04-20'],
    ['Africa/Cairo', '2026-10-26'],
    ['America/Santiago', '2026-09-02'],
    ['Asia/Shanghai', '2026-05-01'],
  ])('in %s from %s match the local clock', (zone, day) => {
    const from = nextRun({ days: EVERY_DAY, time: '00:00' }, Date.parse(`${day}T12:00Z`), zone)!;
    const to = from + 10 * 86_400_000;
    for (const time of TIMES) {
      for (const days of [EVERY_DAY, 0b0100001, SUNDAY]) {
        const expected = walked(days, time, from, to, zone);
        expect([time, days, ...runsBetween({ days, time }, from - 1, to - 1, zone)]).toEqual([
          time,
          days,
          ...expected,
        ]);
      }
    }
  });
});

describe('timer runs in a span', () => {
  const timer = { days: EVERY_DAY, time: '18:30' };
  const due = utc('2026-01-01T10:30');

  it('exclude its start and include its end', () => {
    expect(runsBetween(timer, due, due + 1, 'Asia/Shanghai')).toEqual([]);
    expect(runsBetween(timer, due - 1, due, 'Asia/Shanghai')).toEqual([due]);
  });

  it('are limited to the newest ones', () => {
    const now = due + 3000 * 86_400_000;
    const runs = runsBetween(timer, due, now, 'Asia/Shanghai');
    expect(runs.length).toBeLessThanOrEqual(401);
    expect(runs.at(-1)).toBe(now);
  });
});

it('treats a run as missed if it is over a minute late', () => {
  expect([isMissed(1000, 61_000), isMissed(1000, 61_001), isMissed(1000, 0)]).toEqual([
    false,
    true,
    false,
  ]);
});

it.each([
  [1, true],
  [127, true],
  [0, false],
  [128, false],
  [1.5, false],
  [-1, false],
])('accepts the day mask %s: %s', (mask, is) => {
  expect(isDays(mask)).toBe(is);
});

it('detects timers that coincide on a common day at the same time', () => {
  const at = (days: number, time: string) => ({ days, time });
  expect(coincide(at(3, '10:00'), at(2, '10:00'))).toBe(true);
  expect(coincide(at(1, '10:00'), at(2, '10:00'))).toBe(false);
  expect(coincide(at(3, '10:00'), at(3, '10:01'))).toBe(false);
});
