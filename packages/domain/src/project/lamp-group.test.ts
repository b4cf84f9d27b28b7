import { describe, expect, it } from 'vitest';
import { isOneLampHidden, judgeLampGroup, type LampGroupInput } from './lamp-group.ts';

const input: LampGroupInput = { name: 'Pier', lampCount: 24, lampPowerKw: 0.15 };

describe('a lamp group that is entered', () => {
  it('has what was not said from the defaults', () => {
    expect(judgeLampGroup(input)).toMatchObject({
      ok: true,
      value: { ...input, errorRange: 5, lampKind: 'led', burnRule: 'sun', inUse: true, dimmed: [] },
    });
  });

  it('keeps what is absent in a change', () => {
    const before = judgeLampGroup({ ...input, errorRange: 2 });
    if (!before.ok) throw new Error(before.refusal);
    expect(judgeLampGroup({ lampCount: '30' }, before.value)).toEqual({
      ok: true,
      value: { ...before.value, lampCount: 30 },
    });
  });

  it.each<[string, LampGroupInput, string, string]>([
    ['no name', { name: '' }, 'parameters-empty', 'name'],
    ['no count', { lampCount: null }, 'parameters-empty', 'lampCount'],
    ['no power', { lampPowerKw: '' }, 'parameters-empty', 'lampPowerKw'],
    ['count 0', { lampCount: 0 }, 'lamp-count-invalid', 'lampCount'],
    ['half a lamp', { lampCount: 1.5 }, 'lamp-count-invalid', 'lampCount'],
    ['too many', { lampCount: 10_001 }, 'lamp-count-invalid', 'lampCount'],
    ['power text', { lampPowerKw: 'strong' }, 'lamp-power-invalid', 'lampPowerKw'],
    ['power 0', { lampPowerKw: 0 }, 'lamp-power-invalid', 'lampPowerKw'],
    ['error range above 100', { errorRange: 101 }, 'error-range-invalid', 'errorRange'],
    ['error range below 0', { errorRange: -1 }, 'error-range-invalid', 'errorRange'],
    ['no error range', { errorRange: null }, 'error-range-invalid', 'errorRange'],
    ['another lamp', { lampKind: 'candle' }, 'lamp-kind-unknown', 'lampKind'],
    ['a fourth phase', { phase: 'D' }, 'phase-unknown', 'phase'],
    ['another rule', { burnRule: 'moon' }, 'burn-rule-unknown', 'burnRule'],
    ['clock without times', { burnRule: 'clock' }, 'clock-time-invalid', 'onTime'],
    [
      'clock that burns no time',
      { burnRule: 'clock', onTime: '18:00', offTime: '18:00' },
      'clock-time-invalid',
      'offTime',
    ],
    ['no time of day', { offTime: '24:00' }, 'clock-time-invalid', 'offTime'],
    ['offset of a day', { onOffsetMin: 1440 }, 'offset-invalid', 'onOffsetMin'],
    [
      'dimmed twice at once',
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
      'dimmed to nothing',
      { dimmed: [{ from: '23:00', to: '05:00', level: 0 }] },
      'dimmed-invalid',
      'dimmed',
    ],
  ])('%s', (_, change, refusal, field) => {
    expect(judgeLampGroup({ ...input, ...change })).toEqual({ ok: false, refusal, field });
  });

  it.each([
    [20, 5, true],
    [19, 5, false],
    [24, 3, false],
    [1, 100, true],
  ] as const)('one of %i lamps at %i %% is hidden: %s', (lamps, errorRange, hidden) => {
    expect(isOneLampHidden(lamps, errorRange)).toBe(hidden);
  });
});
