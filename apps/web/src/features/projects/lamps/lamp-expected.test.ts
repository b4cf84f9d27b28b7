import { describe, expect, it } from 'vitest';
import { draftOf, type LampDraft } from './lamp-draft.ts';
import { exampleSeen, lampFigures } from './lamp-expected.ts';

const draft = (more: Partial<LampDraft> = {}): LampDraft => ({
  ...draftOf(undefined),
  lampCount: 20,
  lampPowerW: 150,
  ...more,
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

  it.each([
    // Error range in %, first number of dark lamps of twenty that is detectable.
    [3, 1],
    [5, 2],
    [12, 3],
    [100, 20],
    [101, undefined],
    [null, undefined],
  ] as const)('have an example for an error range of %d %%', (errorRange, seen) => {
    expect(exampleSeen(draft({ lampCount: null, errorRange }))).toBe(seen);
    expect(exampleSeen(draft({ errorRange }))).toBeUndefined();
  });
});
