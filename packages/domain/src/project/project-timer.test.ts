import { describe, expect, it } from 'vitest';
import { areTwins, judgeProjectTimer, type ProjectTimerSetting } from './project-timer.ts';

const FIXED: ProjectTimerSetting = {
  days: 127,
  time: '18:30',
  sun: null,
  offsetMin: 0,
  order: 'close',
  enabled: true,
};
const BY_SUN: ProjectTimerSetting = { ...FIXED, time: null, sun: 'sunset', offsetMin: -15 };

describe('a timer of a project', () => {
  it.each([
    [
      'by the clock',
      { days: 31, time: '06:45', order: 'open' },
      { days: 31, time: '06:45', sun: null, offsetMin: 0, order: 'open', enabled: true },
    ],
    [
      'by the sun',
      { days: 127, sun: 'sunrise', offsetMin: '20', order: 'lock', enabled: false },
      { days: 127, time: null, sun: 'sunrise', offsetMin: 20, order: 'lock', enabled: false },
    ],
    [
      'by the sun without offset',
      { days: 1, time: '', sun: 'sunset', order: 'unlock' },
      { days: 1, time: null, sun: 'sunset', offsetMin: 0, order: 'unlock', enabled: true },
    ],
  ])('is set %s', (_, input, expected) => {
    expect(judgeProjectTimer(input)).toEqual({ ok: true, value: expected });
  });

  it.each([
    ['is only switched off', FIXED, { enabled: false }, { ...FIXED, enabled: false }],
    [
      'goes from the clock to the sun',
      FIXED,
      { sun: 'sunset', offsetMin: 5 },
      { ...FIXED, time: null, sun: 'sunset', offsetMin: 5 },
    ],
    ['goes from the sun to the clock', BY_SUN, { time: '20:00' }, { ...FIXED, time: '20:00' }],
    ['keeps its offset', BY_SUN, { sun: 'sunrise' }, { ...BY_SUN, sun: 'sunrise' }],
  ] as const)('%s', (_, before, input, expected) => {
    expect(judgeProjectTimer(input, before)).toEqual({ ok: true, value: expected });
  });

  const whole = { days: 127, time: '18:30', order: 'close' };
  it.each([
    ['no days', { ...whole, days: undefined }, 'timer-days-invalid', 'days'],
    ['an eighth day', { ...whole, days: 128 }, 'timer-days-invalid', 'days'],
    ['part of a day', { ...whole, days: 1.5 }, 'timer-days-invalid', 'days'],
    ['no time', { ...whole, time: undefined }, 'timer-time-invalid', 'time'],
    ['24:00', { ...whole, time: '24:00' }, 'timer-time-invalid', 'time'],
    ['7:30', { ...whole, time: '7:30' }, 'timer-time-invalid', 'time'],
    ['both', { ...whole, sun: 'sunset' }, 'sun-event-unknown', 'sun'],
    ['noon', { ...whole, time: null, sun: 'noon' }, 'sun-event-unknown', 'sun'],
    [
      'an offset over half a day',
      { ...whole, time: null, sun: 'sunset', offsetMin: 721 },
      'offset-invalid',
      'offsetMin',
    ],
    [
      'an offset in text',
      { ...whole, time: null, sun: 'sunset', offsetMin: 'ten' },
      'offset-invalid',
      'offsetMin',
    ],
    ['no order', { ...whole, order: undefined }, 'parameters-empty', 'order'],
  ] as const)('is refused with %s', (_, input, refusal, field) => {
    expect(judgeProjectTimer(input)).toEqual({ ok: false, refusal, field });
  });
});

describe('two timers of a project are one too many', () => {
  const all = (setting: ProjectTimerSetting) => ({ ...setting, lampGroupId: null });
  it.each([
    ['the same', all(FIXED), all(FIXED), true],
    ['the other order', all(FIXED), all({ ...FIXED, order: 'open' }), true],
    ['a common day', all({ ...FIXED, days: 3 }), all({ ...FIXED, days: 2 }), true],
    ['no common day', all({ ...FIXED, days: 1 }), all({ ...FIXED, days: 2 }), false],
    ['another time', all(FIXED), all({ ...FIXED, time: '18:31' }), false],
    ['one group of all', all(FIXED), { ...FIXED, lampGroupId: 5 }, true],
    ['two groups', { ...FIXED, lampGroupId: 4 }, { ...FIXED, lampGroupId: 5 }, false],
    ['the same by the sun', all(BY_SUN), all(BY_SUN), true],
    ['another offset', all(BY_SUN), all({ ...BY_SUN, offsetMin: 0 }), false],
    ['clock and sun', all(FIXED), all(BY_SUN), false],
    ['sun and clock', all(BY_SUN), all(FIXED), false],
  ])('%s: %s', (_, one, other, expected) => {
    expect(areTwins(one, other)).toBe(expected);
  });
});
