import { describe, expect, it } from 'vitest';
import { mayLift } from './lock-holder.ts';

describe('a lock', () => {
  it.each([
    ['is lifted by the one who set it', 7, 7, 'operator', true],
    ['is not lifted by another operator', 7, 8, 'operator', false],
    ['is lifted by an administrator', 7, 8, 'admin', true],
    ['is not lifted by a platform administrator', 7, 8, 'platform', false],
    ['is not lifted by a timer', 7, null, undefined, false],
    ['of nobody known is lifted by any operator', null, 8, 'operator', true],
    ['of nobody known is lifted by a timer', null, null, undefined, true],
  ] as const)('%s', (_name, holderId, userId, role, expected) => {
    expect(mayLift({ holderId, userId, role })).toBe(expected);
  });
});
