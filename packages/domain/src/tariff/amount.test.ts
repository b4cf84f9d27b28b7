import { describe, expect, it } from 'vitest';
import { type Amount, sumAmounts } from './amount.ts';

describe('sum of amounts', () => {
  it.each<[Amount[], Amount]>([
    [[], 0],
    [[125, 40], 165],
    [[125, 0], 125],
    [[125, null], null],
    [[null, 125], null],
    [[null, 0], null],
    [[null, null], null],
  ])('of %j is %j', (amounts, sum) => {
    expect(sumAmounts(amounts)).toBe(sum);
  });
});
