import { describe, expect, it } from 'vitest';
import { bodyOf, draftOf, type LampDraft, lampFigures, lampProblem } from './lamp-draft.ts';

const draft = (more: Partial<LampDraft> = {}): LampDraft => ({
  ...draftOf(undefined),
  name: 'Pier',
  device: 'MT1',
  lampCount: 20,
  lampPowerKw: 0.15,
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
    ['without power', { lampPowerKw: 0 }, { field: 'lampPowerKw', reason: 'lamp-power-invalid' }],
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
});

describe('the figures computed from a draft', () => {
  it.each([
    // Lamps, error range in %, isOneHidden, firstSeen. With twenty lamps, one lamp is 5 %.
    [20, 3, false, 1],
    [20, 4.9, false, 1],
    [20, 5, true, 2],
    [20, 12, true, 3],
    [100, 3, true, 4],
    [1, 0, false, 1],
    [1, 100, true, 1],
  ] as const)(
    'are computed for %i lamps and an error range of %d %%',
    (lampCount, errorRange, isOneHidden, firstSeen) => {
      expect(lampFigures(draft({ lampCount, errorRange }))).toMatchObject({
        isOneHidden,
        firstSeen,
      });
    },
  );

  it('include the ballast of a discharge lamp but not of an LED', () => {
    expect(lampFigures(draft({ lampKind: 'led' }))?.expectedKw).toBeCloseTo(3);
    expect(lampFigures(draft({ lampKind: 'sodium' }))?.expectedKw).toBeCloseTo(3.36);
    expect(lampFigures(draft({ lampKind: 'sodium' }))?.installedKw).toBeCloseTo(3);
  });

  it('are undefined while a value is missing or zero', () => {
    expect(lampFigures(draft({ lampCount: null }))).toBeUndefined();
    expect(lampFigures(draft({ lampCount: 0 }))).toBeUndefined();
    expect(lampFigures(draft({ errorRange: 101 }))).toBeUndefined();
  });
});
