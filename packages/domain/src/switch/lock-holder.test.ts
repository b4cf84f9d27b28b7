import { describe, expect, it } from 'vitest';
import { mayLift } from './lock-holder.ts';

describe('lock set by command', () => {
  it.each([
    ['can be removed by its owner', 7, 7, false, true],
    ['cannot be removed by another operator', 7, 8, false, false],
    ['can be removed by a user who may remove locks of others', 7, 8, true, true],
    ['cannot be removed by another user', 7, 9, false, false],
    ['cannot be removed by a timer', 7, null, false, false],
    ['can be removed by any operator if its owner is unknown', null, 8, false, true],
    ['can be removed by a timer if its owner is unknown', null, null, false, true],
  ] as const)('%s', (_name, holderId, userId, mayOverride, expected) => {
    expect(mayLift({ holderId, userId, mayOverride })).toBe(expected);
  });
});
