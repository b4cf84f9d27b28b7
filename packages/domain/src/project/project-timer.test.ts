import { describe, expect, it } from 'vitest';
import { areTwins, type ProjectTimerSetting, validateProjectTimer } from './project-timer.ts';

const FIXED: ProjectTimerSetting = {
  days: 127,
  time: '18:30',
  sun: null,
  offsetMin: 0,
  command: 'close',
  enabled: true,
};
const BY_SUN: ProjectTimerSetting = { ...FIXED, time: null, sun: 'sunset', offsetMin: -15 };

describe('project timer', () => {
  it.each([
    [
      'at a clock time',
      { days: 31, time: '06:45', command: 'open' },
      { days: 31, time: '06:45', sun: null, offsetMin: 0, command: 'open', enabled: true },
    ],
    [
      'at a sun event',
      { days: 127, sun: 'sunrise', offsetMin: '20', command: 'lock', enabled: false },
      { days: 127, time: null, sun: 'sunrise', offsetMin: 20, command: 'lock', enabled: false },
    ],
    [
      'at a sun event without offset',
      { days: 1, time: '', sun: 'sunset', command: 'unlock' },
      { days: 1, time: null, sun: 'sunset', offsetMin: 0, command: 'unlock', enabled: true },
    ],
  ])('is set %s', (_, input, expected) => {
    expect(validateProjectTimer(input)).toEqual({ ok: true, value: expected });
  });

  it.each([
    ['can be disabled', FIXED, { enabled: false }, { ...FIXED, enabled: false }],
    [
      'can change from a clock time to a sun event',
      FIXED,
      { sun: 'sunset', offsetMin: 5 },
      { ...FIXED, time: null, sun: 'sunset', offsetMin: 5 },
    ],
    [
      'can change from a sun event to a clock time',
      BY_SUN,
      { time: '20:00' },
      { ...FIXED, time: '20:00' },
    ],
    ['retains its offset', BY_SUN, { sun: 'sunrise' }, { ...BY_SUN, sun: 'sunrise' }],
  ] as const)('%s', (_, before, input, expected) => {
    expect(validateProjectTimer(input, before)).toEqual({ ok: true, value: expected });
  });

  const whole = { days: 127, time: '18:30', command: 'close' };
  it.each([
    ['no days', { ...whole, days: undefined }, 'timer-days-invalid', 'days'],
    ['an eighth day', { ...whole, days: 128 }, 'timer-days-invalid', 'days'],
    ['part of a day', { ...whole, days: 1.5 }, 'timer-days-invalid', 'days'],
    ['no time', { ...whole, time: undefined }, 'timer-time-invalid', 'time'],
    ['24:00', { ...whole, time: '24:00' }, 'timer-time-invalid', 'time'],
    ['7:30', { ...whole, time: '7:30' }, 'timer-time-invalid', 'time'],
    ['both time and sun event', { ...whole, sun: 'sunset' }, 'sun-event-unknown', 'sun'],
    ['an unknown sun event', { ...whole, time: null, sun: 'noon' }, 'sun-event-unknown', 'sun'],
    [
      'an offset of more than half a day',
      { ...whole, time: null, sun: 'sunset', offsetMin: 721 },
      'offset-invalid',
      'offsetMin',
    ],
    [
      'an offset that is not a number',
      { ...whole, time: null, sun: 'sunset', offsetMin: 'ten' },
      'offset-invalid',
      'offsetMin',
    ],
    ['no command', { ...whole, command: undefined }, 'parameters-empty', 'command'],
  ] as const)('is refused with %s', (_, input, refusal, field) => {
    expect(validateProjectTimer(input)).toEqual({ ok: false, refusal, field });
  });
});

describe('duplicate project timers', () => {
  const all = (setting: ProjectTimerSetting) => ({ ...setting, lampGroupId: null });
  it.each([
    ['equal timers', all(FIXED), all(FIXED), true],
    ['equal timers with another command', all(FIXED), all({ ...FIXED, command: 'open' }), true],
    ['timers with a common day', all({ ...FIXED, days: 3 }), all({ ...FIXED, days: 2 }), true],
    ['timers without a common day', all({ ...FIXED, days: 1 }), all({ ...FIXED, days: 2 }), false],
    ['timers at different times', all(FIXED), all({ ...FIXED, time: '18:31' }), false],
    ['a timer of one group and of all groups', all(FIXED), { ...FIXED, lampGroupId: 5 }, true],
    ['timers of two groups', { ...FIXED, lampGroupId: 4 }, { ...FIXED, lampGroupId: 5 }, false],
    ['equal sun timers', all(BY_SUN), all(BY_SUN), true],
    ['sun timers with different offsets', all(BY_SUN), all({ ...BY_SUN, offsetMin: 0 }), false],
    ['a clock timer and a sun timer', all(FIXED), all(BY_SUN), false],
    ['a sun timer and a clock timer', all(BY_SUN), all(FIXED), false],
  ])('are detected for %s: %s', (_, one, other, expected) => {
    expect(areTwins(one, other)).toBe(expected);
  });
});
