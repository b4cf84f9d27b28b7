import { expect, it } from 'vitest';
import { singlePoints } from './single-points.ts';

it.each<[string, (number | null | undefined)[], number[]]>([
  ['a line', [1, 2, undefined, 3], []],
  ['the only value', [undefined, 230, undefined], [1]],
  ['a value between two gaps', [1, 2, null, 3, undefined, null, 4, 5], [3]],
  ['the last value, after a gap', [1, 2, null, 3], [3]],
  ['zero', [null, 0, null], [1]],
])('finds the values without a line in %s', (_name, values, expected) => {
  expect(singlePoints(values)).toEqual(expected);
});
