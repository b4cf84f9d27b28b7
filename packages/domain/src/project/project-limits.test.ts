import { describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS, type ProjectLimitsInput, validateLimits } from './project-limits.ts';

const before = DEFAULT_LIMITS.warning;

describe('project limits', () => {
  it.each<[string, ProjectLimitsInput, object]>([
    ['no changes', {}, {}],
    ['numbers as text', { alarmValue: '2', overRate: '12.5' }, { alarmValue: 2, overRate: 12.5 }],
    [
      'ascending steps',
      { warningValue1: 5, warningValue3: 9 },
      { warningValue1: 5, warningValue3: 9 },
    ],
    ['a removed value', { scheduledLampCount: null }, { scheduledLampCount: null }],
    [
      'a mode with its power',
      { powerMode: 'fixed', scheduledPowerKw: 2 },
      { powerMode: 'fixed', scheduledPowerKw: 2 },
    ],
  ])('accept %s', (_, input, change) => {
    expect(validateLimits(before, input)).toEqual({ ok: true, value: { ...before, ...change } });
  });

  it.each<[string, ProjectLimitsInput, string, string]>([
    [
      'a step that is not above the previous one',
      { warningValue1: 9, warningValue2: 9 },
      'project-figure-invalid',
      'warningValue2',
    ],
    [
      'a step that is not a number',
      { warningValue1: 'much' },
      'project-figure-invalid',
      'warningValue1',
    ],
    ['an alarm value of 0', { alarmValue: 0 }, 'project-figure-invalid', 'alarmValue'],
    ['an invalid check time', { checkTime: '7 pm' }, 'clock-time-invalid', 'checkTime'],
    ['a rate of 0', { overRate: 0 }, 'project-figure-invalid', 'overRate'],
    ['a rate of more than 100 %', { underRate: 101 }, 'project-figure-invalid', 'underRate'],
    ['an unknown mode', { powerMode: 'guessed' as 'fixed' }, 'power-mode-unknown', 'powerMode'],
    [
      'a mode without its power',
      { powerMode: 'total' },
      'scheduled-power-required',
      'scheduledPowerKw',
    ],
    ['a power of 0', { scheduledPowerKw: 0 }, 'project-figure-invalid', 'scheduledPowerKw'],
    [
      'a fractional lamp count',
      { scheduledLampCount: 0.5 },
      'project-figure-invalid',
      'scheduledLampCount',
    ],
  ])('are refused with %s', (_, input, refusal, field) => {
    expect(validateLimits(before, input)).toEqual({ ok: false, refusal, field });
  });
});
