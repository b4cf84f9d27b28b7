import { describe, expect, it } from 'vitest';
import { evaluateLampGroup, isOneLampHidden, type LampGroupInput } from './lamp-group.ts';

const input: LampGroupInput = { name: 'Pier', lampCount: 24, lampPowerKw: 0.15 };

describe('lamp group settings', () => {
  it('use defaults for absent fields', () => {
    expect(evaluateLampGroup(input)).toMatchObject({
      ok: true,
      value: { ...input, errorRange: 5, lampKind: 'led', burnRule: 'sun', inUse: true, dimmed: [] },
    });
  });

  it('retain fields that are absent in a change', () => {
    const before = evaluateLampGroup({ ...input, errorRange: 2 });
    if (!before.ok) throw new Error(before.refusal);
    expect(evaluateLampGroup({ lampCount: '30' }, before.value)).toEqual({
      ok: true,
      value: { ...before.value, lampCount: 30 },
    });
  });

  it.each<[string, LampGroupInput, string, string]>([
    ['no name', { name: '' }, 'parameters-empty', 'name'],
    ['no lamp count', { lampCount: null }, 'parameters-empty', 'lampCount'],
    ['no power', { lampPowerKw: '' }, 'parameters-empty', 'lampPowerKw'],
    ['a lamp count of 0', { lampCount: 0 }, 'lamp-count-invalid', 'lampCount'],
    ['a fractional lamp count', { lampCount: 1.5 }, 'lamp-count-invalid', 'lampCount'],
    ['too many lamps', { lampCount: 10_001 }, 'lamp-count-invalid', 'lampCount'],
    [
      'a power that is not a number',
      { lampPowerKw: 'strong' },
      'lamp-power-invalid',
      'lampPowerKw',
    ],
    ['a power of 0', { lampPowerKw: 0 }, 'lamp-power-invalid', 'lampPowerKw'],
    ['an error range above 100', { errorRange: 101 }, 'error-range-invalid', 'errorRange'],
    ['an error range below 0', { errorRange: -1 }, 'error-range-invalid', 'errorRange'],
    ['no error range', { errorRange: null }, 'error-range-invalid', 'errorRange'],
    ['an unknown lamp kind', { lampKind: 'candle' }, 'lamp-kind-unknown', 'lampKind'],
    ['a fourth phase', { phase: 'D' }, 'phase-unknown', 'phase'],
    ['an unknown burn rule', { burnRule: 'moon' }, 'burn-rule-unknown', 'burnRule'],
    ['a clock rule without times', { burnRule: 'clock' }, 'clock-time-invalid', 'onTime'],
    [
      'a clock rule with equal times',
      { burnRule: 'clock', onTime: '18:00', offTime: '18:00' },
      'clock-time-invalid',
      'offTime',
    ],
    ['an invalid time of day', { offTime: '24:00' }, 'clock-time-invalid', 'offTime'],
    ['an offset of a day', { onOffsetMin: 1440 }, 'offset-invalid', 'onOffsetMin'],
    [
      'overlapping dimmed periods',
      {
        dimmed: [
          { from: '23:00', to: '05:00', level: 50 },
          { from: '04:00', to: '06:00', level: 60 },
        ],
      },
      'dimmed-invalid',
      'dimmed',
    ],
    [
      'dimming to zero',
      { dimmed: [{ from: '23:00', to: '05:00', level: 0 }] },
      'dimmed-invalid',
      'dimmed',
    ],
  ])('are refused with %s', (_, change, refusal, field) => {
    expect(evaluateLampGroup({ ...input, ...change })).toEqual({ ok: false, refusal, field });
  });

  it.each([
    [20, 5, true],
    [19, 5, false],
    [24, 3, false],
    [1, 100, true],
  ] as const)('do not detect one failed lamp of %i at %i %%: %s', (lamps, errorRange, hidden) => {
    expect(isOneLampHidden(lamps, errorRange)).toBe(hidden);
  });
});
