import { OVER_CURRENT } from '@busbar/domain/protection/protections/over-current';
import { OVER_VOLTAGE } from '@busbar/domain/protection/protections/over-voltage';
import { USUAL_RATING } from '@busbar/domain/protection/rating';
import { defaultsOf } from '@busbar/domain/protection/values';
import { describe, expect, it } from 'vitest';
import { draftOf, draftProblems, hasEdits, maySwitchSlot, switchSlot } from './draft.ts';

const OV = defaultsOf(OVER_VOLTAGE);
const OC = defaultsOf(OVER_CURRENT);

describe("edits on top of the device's values", () => {
  it('are retained when the device is read again, and a cleared field is empty', () => {
    const edits = { startValue: 280, resetDelay: undefined };
    expect(draftOf({ ...OV, operateDelay: 900 }, edits)).toMatchObject({
      startValue: 280,
      operateDelay: 900,
    });
    expect(draftOf(OV, edits)).not.toHaveProperty('resetDelay');
  });

  it.each([
    [{}, false],
    [{ startValue: 275 }, false],
    [{ startValue: 276 }, true],
    [{ startValue: undefined }, true],
  ])('of %j are unsaved: %s', (edits, expected) => {
    expect(hasEdits(OV, edits)).toBe(expected);
  });

  it.each([
    [{}, []],
    [{ startValue: undefined }, ['ov missing']],
    [{ startValue: 301 }, ['ov out-of-bounds']],
    [{ startValue: 275.05 }, ['ov off-step']],
    [{ resetValue: 272 }, ['orv not-below']],
    [
      { startValue: undefined, resetValue: 230, operateDelay: 600_001 },
      ['ov missing', 'ovjt out-of-bounds', 'orv not-above'],
    ],
  ])('of %j have the problems %j', (edits, expected) => {
    const problems = draftProblems(OVER_VOLTAGE, OV, edits, USUAL_RATING);
    expect(problems.map(({ field, kind }) => `${field} ${kind}`)).toEqual(expected);
  });
});

describe('a reclose slot', () => {
  it.each([
    [1, false],
    [3, true],
    [4, true],
    [5, false],
  ])('with number %i can be toggled while slots 1 to 3 are enabled: %s', (slot, expected) => {
    expect(maySwitchSlot(OC, slot)).toBe(expected);
  });

  it('can be disabled although the device reports a disabled slot before it', () => {
    expect(maySwitchSlot({ ...OC, count2: null, count3: 1 }, 3)).toBe(true);
  });

  it('disables all later slots when disabled, and can be saved in that state', () => {
    const edits = switchSlot(OC, 2, false);
    const values = draftOf(OC, edits);
    expect([1, 2, 3, 4, 5].map((slot) => values[`count${slot}`])).toEqual([
      1,
      null,
      null,
      null,
      null,
    ]);
    expect([1, 2, 3, 4, 5].map((slot) => values[`delay${slot}`])).toEqual([
      60,
      null,
      null,
      null,
      null,
    ]);
    expect(draftProblems(OVER_CURRENT, OC, edits, USUAL_RATING)).toEqual([]);
  });

  it("starts with the device's values, or with one attempt after a minute", () => {
    expect(switchSlot(OC, 3, true)).toEqual({ count3: 1, delay3: 300 });
    expect(switchSlot(OC, 4, true)).toEqual({ count4: 1, delay4: 60 });
    expect(draftProblems(OVER_CURRENT, OC, switchSlot(OC, 4, true), USUAL_RATING)).toEqual([]);
  });
});
