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
    ['no defaults', [], null],
    ['a default of the group itself', [set(4, { rateId: 20 })], { value: 20, groupId: 4 }],
    ['a default inherited from the root', [set(1, { rateId: 21 })], { value: 21, groupId: 1 }],
    [
      'the nearest default in any order',
      [set(1, { rateId: 21 }), set(2, { rateId: 22 })],
      { value: 22, groupId: 2 },
    ],
    ['the default of an unrelated group', [set(3, { rateId: 23 })], null],
    ['the default of a descendant', [set(9, { rateId: 23 })], null],
    [
      'a nearer group with another setting',
      [set(2, { expectedIntervalS: 60 }), set(1, { rateId: 21 })],
      { value: 21, groupId: 1 },
    ],
  ])('resolve the tariff: %s', (_case, sets: SetDefaults[], rateId) => {
    expect(effectiveDefaults(PATH, sets).rateId).toEqual(rateId);
  });

  it('are each inherited from their own group', () => {
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
