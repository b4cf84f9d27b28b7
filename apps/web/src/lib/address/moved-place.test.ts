import { describe, expect, it } from 'vitest';
import { placeAfterKey, withMoved } from './moved-place.ts';

describe('the keyboard move of an item', () => {
  it.each([
    ['a', 2, ['b', 'c', 'a']],
    ['c', 0, ['c', 'a', 'b']],
    ['b', 1, ['a', 'b', 'c']],
  ])('reorders the list when %s moves to position %i', (moved, place, order) => {
    expect(withMoved(['a', 'b', 'c'], moved, place)).toEqual(order);
  });

  it.each([
    ['ArrowRight', 4, false, 5],
    ['ArrowLeft', 4, false, 3],
    ['ArrowRight', 4, true, 3],
    ['ArrowLeft', 4, true, 5],
    ['ArrowDown', 4, false, 7],
    ['ArrowUp', 4, false, 1],
    ['ArrowUp', 1, false, 0],
    ['ArrowDown', 9, false, 9],
    ['Home', 4, false, 0],
    ['End', 4, true, 9],
    ['Enter', 4, false, undefined],
  ])(
    'returns the target of %s at position %i, right to left %s',
    (key, place, isRightToLeft, after) => {
      expect(placeAfterKey(key, place, { count: 10, columns: 3, isRightToLeft })).toBe(after);
    },
  );
});
