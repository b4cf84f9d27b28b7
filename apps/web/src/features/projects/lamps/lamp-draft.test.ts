import { describe, expect, it } from 'vitest';
import { lampGroupRow } from '../../../../test/answers/project-answers.ts';
import { bodyOf, draftOf, type LampDraft, lampProblem } from './lamp-draft.ts';

const draft = (more: Partial<LampDraft> = {}): LampDraft => ({
  ...draftOf(undefined),
  name: 'Pier',
  device: 'MT1',
  lampCount: 20,
  lampPowerW: 150,
  ...more,
});

describe('the lamp group draft', () => {
  it.each([
    ['complete', {}, undefined],
    ['without a name', { name: ' ' }, { field: 'name', reason: 'parameters-empty' }],
    ['without a device', { device: undefined }, { field: 'device', reason: 'parameters-empty' }],
    ['without lamps', { lampCount: 0 }, { field: 'lampCount', reason: 'lamp-count-invalid' }],
    [
      'with a fractional lamp count',
      { lampCount: 1.5 },
      { field: 'lampCount', reason: 'lamp-count-invalid' },
    ],
    ['without power', { lampPowerW: 0 }, { field: 'lampPowerW', reason: 'lamp-power-invalid' }],
    [
      'with a power that is not a number',
      { lampPowerW: Number.NaN },
      { field: 'lampPowerW', reason: 'lamp-power-invalid' },
    ],
    ['without a power', { lampPowerW: null }, { field: 'lampPowerW', reason: 'parameters-empty' }],
    [
      'with a power above 100 kW',
      { lampPowerW: 100_001 },
      { field: 'lampPowerW', reason: 'lamp-power-invalid' },
    ],
    [
      'with an error range above 100',
      { errorRange: 100.5 },
      { field: 'errorRange', reason: 'error-range-invalid' },
    ],
    [
      'controlled by the clock without times',
      { burnRule: 'clock' },
      { field: 'onTime', reason: 'clock-time-invalid' },
    ],
    [
      'controlled by the clock',
      { burnRule: 'clock', onTime: '18:00', offTime: '06:00' },
      undefined,
    ],
    [
      'with an incomplete position',
      { pairs: { bd09: { lng: null, lat: null }, wgs84: { lng: 121, lat: null } } },
      { field: 'position', reason: 'position-invalid' },
    ],
  ] as const)('is validated: %s', (_case, more, problem) => {
    expect(lampProblem(draft(more))).toEqual(problem);
  });

  it('includes times only for a group controlled by the clock', () => {
    const timed = draft({ onTime: '18:00', offTime: '06:00' });
    expect(bodyOf(timed)).toMatchObject({ on_time: null, off_time: null, lng: null });
    expect(bodyOf({ ...timed, burnRule: 'clock' })).toMatchObject({ on_time: '18:00' });
  });

  it.each([0.15, 0.0351, 0.07525, 100])('shows %d kW in W and sends the same kW', (lamp_power) => {
    const opened = draftOf(lampGroupRow({ lamp_power }));
    expect(opened.lampPowerW).toBe(Number((lamp_power * 1000).toFixed(3)));
    expect(bodyOf(opened)).toMatchObject({ lamp_power });
    expect(bodyOf(opened)).not.toHaveProperty('lamp_power_w');
  });
});
