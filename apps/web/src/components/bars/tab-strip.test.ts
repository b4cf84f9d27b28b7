import { expect, it } from 'vitest';
import { nextTab } from './tab-strip.tsx';

it.each([
  ['ArrowRight', 0, false, 1],
  ['ArrowRight', 8, false, 0],
  ['ArrowLeft', 0, false, 8],
  ['ArrowLeft', 3, true, 4],
  ['ArrowRight', 0, true, 8],
  ['Home', 5, false, 0],
  ['End', 5, true, 8],
  ['ArrowDown', 5, false, undefined],
])(
  '%s on tab %i of nine (right to left: %s) moves the focus to tab %s',
  (key, at, isRightToLeft, next) => {
    expect(nextTab(key, at, 9, isRightToLeft)).toBe(next);
  },
);
