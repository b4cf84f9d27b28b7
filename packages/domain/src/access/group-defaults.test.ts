import { describe, expect, it } from 'vitest';
import { effectiveDefaults, NO_DEFAULTS, type SetDefaults } from './group-defaults.ts';

const set = (groupId: number, over: Partial<SetDefaults>): SetDefaults => ({
  ...NO_DEFAULTS,
  groupId,
  ...over,
});

/** Group 1 is the root, 2 is below 1, and 4 is below 2; 3 is in another branch. */
const PATH = [1, 2, 4];

describe('defaults of a group', () => {
  it.each([
    ['nothing set', [], null],
    ['its own', [set(4, { rateId: 20 })], { value: 20, groupId: 4 }],
    ['inherited from the top', [set(1, { rateId: 21 })], { value: 21, groupId: 1 }],
    [
      'the nearest, whatever the sequence',
      [set(1, { rateId: 21 }), set(2, { rateId: 22 })],
      { value: 22, groupId: 2 },
    ],
    ['of a group elsewhere', [set(3, { rateId: 23 })], null],
    ['of a group below it', [set(9, { rateId: 23 })], null],
    [
      'a nearer group that says something else',
      [set(2, { expectedIntervalS: 60 }), set(1, { rateId: 21 })],
      { value: 21, groupId: 1 },
    ],
  ])('%s', (_case, sets: SetDefaults[], rateId) => {
    expect(effectiveDefaults(PATH, sets).rateId).toEqual(rateId);
  });

  it('come each from their own group', () => {
    const sets = [
      set(1, { rateId: 20, expectedIntervalS: 60, templateId: 'far' }),
      set(2, { expectedIntervalS: 300 }),
      set(4, { templateId: 'near' }),
    ];
    expect(effectiveDefaults(PATH, sets)).toEqual({
      rateId: { value: 20, groupId: 1 },
      expectedIntervalS: { value: 300, groupId: 2 },
      templateId: { value: 'near', groupId: 4 },
    });
  });
});
