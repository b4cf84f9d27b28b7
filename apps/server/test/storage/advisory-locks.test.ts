import { expect, it } from 'vitest';
import { LOCKS, PAIR_LOCKS } from '../../src/storage/advisory-locks.ts';

it('advisory lock numbers are unique', () => {
  for (const numbers of [Object.values(LOCKS), Object.values(PAIR_LOCKS)]) {
    expect(numbers).toEqual([...new Set<number>(numbers)]);
  }
});
