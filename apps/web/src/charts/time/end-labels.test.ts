import { describe, expect, it } from 'vitest';
import { spreadLabels } from './end-labels.ts';

describe('labels at line ends', () => {
  it.each([
    ['remain in place where there is space', [10, 50, 90], [10, 50, 90]],
    ['move apart where lines meet', [50, 50, 50], [50, 62, 74]],
    ['are ordered by the lines, not by the list', [52, 50], [62, 50]],
    ['are pushed back from the lower edge', [98, 99], [88, 100]],
  ])('%s', (_name, wanted, expected) => {
    expect(spreadLabels(wanted, 12, 100)).toEqual(expected);
  });
});
