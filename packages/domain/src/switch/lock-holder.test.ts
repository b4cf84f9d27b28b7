import { describe, expect, it } from 'vitest';
import { mayLift } from './lock-holder.ts';

describe('a lock', () => {
  it.each([
    ['is lifted by the one who set it', 7, 7, false, true],
    ['is not lifted by another operator', 7, 8, false, false],
    ['is lifted by who may lift locks of others', 7, 8, true, true],
    ['is not lifted by another', 7, 9, false, false],
    ['is not lifted by a timer', 7, null, false, false],
    ['of nobody known is lifted by any operator', null, 8, false, true],
    ['of nobody known is lifted by a timer', null, null, false, true],
  ] as const)('%s', (_name, holderId, userId, mayOverride, expected) => {
    expect(mayLift({ holderId, userId, mayOverride })).toBe(expected);
  });
});
