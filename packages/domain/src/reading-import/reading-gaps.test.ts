import { expect, it } from 'vitest';
import { gapsOf } from './reading-gaps.ts';

it.each([
  [[], []],
  [[5], []],
  [[0, 10, 20, 30], []],
  [[0, 10, 20, 36, 46, 61], [{ from: 20, to: 36 }]],
  // Months of 28 to 31 days have no gap between them.
  [[0, 31, 59, 90], []],
])('%j has the gaps %j', (times, gaps) => {
  expect(gapsOf(times)).toEqual(gaps);
});
