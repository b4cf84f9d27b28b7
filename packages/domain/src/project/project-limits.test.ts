import { describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS, judgeLimits, type ProjectLimitsInput } from './project-limits.ts';

const before = DEFAULT_LIMITS.warning;

describe('settings of a project that are entered', () => {
  it.each<[string, ProjectLimitsInput, object]>([
    ['nothing', {}, {}],
    ['figures as text', { alarmValue: '2', overRate: '12.5' }, { alarmValue: 2, overRate: 12.5 }],
    [
      'rising steps',
      { warningValue1: 5, warningValue3: 9 },
      { warningValue1: 5, warningValue3: 9 },
    ],
    ['a figure taken away', { scheduledLampCount: null }, { scheduledLampCount: null }],
    [
      'a mode with its figure',
      { powerMode: 'fixed', scheduledPowerKw: 2 },
      { powerMode: 'fixed', scheduledPowerKw: 2 },
    ],
  ])('%s', (_, input, change) => {
    expect(judgeLimits(before, input)).toEqual({ ok: true, value: { ...before, ...change } });
  });

  it.each<[string, ProjectLimitsInput, string, string]>([
    [
      'a step not above the one before',
      { warningValue1: 9, warningValue2: 9 },
      'project-figure-invalid',
      'warningValue2',
    ],
    ['a step that is text', { warningValue1: 'much' }, 'project-figure-invalid', 'warningValue1'],
    ['no lamp', { alarmValue: 0 }, 'project-figure-invalid', 'alarmValue'],
    ['no check time', { checkTime: '7 pm' }, 'clock-time-invalid', 'checkTime'],
    ['no rate', { overRate: 0 }, 'project-figure-invalid', 'overRate'],
    ['more than all missing', { underRate: 101 }, 'project-figure-invalid', 'underRate'],
    ['an unknown mode', { powerMode: 'guessed' as 'fixed' }, 'power-mode-unknown', 'powerMode'],
    [
      'a mode without its figure',
      { powerMode: 'total' },
      'scheduled-power-required',
      'scheduledPowerKw',
    ],
    ['no power', { scheduledPowerKw: 0 }, 'project-figure-invalid', 'scheduledPowerKw'],
    [
      'half a lamp scheduled',
      { scheduledLampCount: 0.5 },
      'project-figure-invalid',
      'scheduledLampCount',
    ],
  ])('%s', (_, input, refusal, field) => {
    expect(judgeLimits(before, input)).toEqual({ ok: false, refusal, field });
  });
});
