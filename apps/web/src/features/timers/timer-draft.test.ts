import { clockTimeOf } from '@busbar/domain/formats/typed-clock-time';
import { describe, expect, it } from 'vitest';
import type { Timer } from './timer.ts';
import { newDraft, problemsOf, settingsOf, type TimerDraft } from './timer-draft.ts';

const draft = (more: Partial<TimerDraft>): TimerDraft => ({ ...newDraft('MT61-1'), ...more });
const timer = (more: Partial<Timer>) =>
  ({ id: 7, deviceCode: 'MT61-1', days: 31, time: '18:30', sun: null, ...more }) as Timer;

describe('parsing of a typed clock time', () => {
  it.each([
    ['18:30', '18:30'],
    ['6:30', '06:30'],
    ['630', '06:30'],
    ['1830', '18:30'],
    ['6.30', '06:30'],
    ['06\uff1a30', '06:30'],
    [' 06:30 ', '06:30'],
    ['٠٦:٣٠', '06:30'],
    ['۶:۳۰', '06:30'],
    ['06:30:00', '06:30'],
    ['06:30:15', '06:30'],
    ['2026-11-01T06:30:00', '06:30'],
    ['25:61', '25:61'],
    ['06:30 PM', '06:30 PM'],
    ['noon', 'noon'],
    ['18:3', '18:3'],
    ['', ''],
  ])('converts "%s" to "%s"', (typed, meant) => {
    expect(clockTimeOf(typed)).toBe(meant);
  });
});

describe('the validation of a timer draft', () => {
  it.each<[string, Partial<TimerDraft>, object]>([
    ['a free minute', { time: '18:31' }, {}],
    ['no time', { time: '' }, { time: 'timer-time-invalid' }],
    ['an invalid time', { time: '25:61' }, { time: 'timer-time-invalid' }],
    ['24:00', { time: '24:00' }, { time: 'timer-time-invalid' }],
    ['no day', { time: '10:00', days: 0 }, { days: 'timer-days-invalid' }],
    ['the same minute of a common day', { time: '1830', days: 16 }, { time: 'timer-taken' }],
    ['the same minute of other days', { time: '18:30', days: 96 }, {}],
    ['its own minute when edited', { id: 7, time: '18:30' }, {}],
    ['the same minute of another device', { deviceCode: 'MT61-2', time: '18:30' }, {}],
    ['a pair', { mode: 'pair', closeTime: '06:00', openTime: '22:00' }, {}],
    [
      'a pair at the same minute',
      { mode: 'pair', closeTime: '06:00', openTime: '6:00' },
      { openTime: 'pair-same-time' },
    ],
    [
      'both times of a pair',
      { mode: 'pair', closeTime: '18:30', openTime: '7' },
      { closeTime: 'timer-taken', openTime: 'timer-time-invalid' },
    ],
  ])('handles %s', (_name, more, expected) => {
    expect(problemsOf(draft(more), [timer({})])).toEqual(expected);
  });

  it('finds no conflict with a sun timer, whose minute changes every day', () => {
    expect(problemsOf(draft({ time: '18:30' }), [timer({ sun: 'sunset' })])).toEqual({});
  });
});

it('a pair is saved as a close and an open timer on the same days', () => {
  const pair = draft({ mode: 'pair', days: 31, closeTime: '6:00', openTime: '22:00' });
  expect(settingsOf(pair).map(({ command, time, days }) => [command, time, days])).toEqual([
    ['close', '06:00', 31],
    ['open', '22:00', 31],
  ]);
});
