import { describe, expect, it } from 'vitest';
import { dialPauseMs, failuresAfter } from './dial-pause.ts';

describe('the pause before a line is dialled again', () => {
  it.each([
    [0, 1_000],
    [1, 1_000],
    [2, 2_000],
    [6, 32_000],
    [7, 60_000],
    [1_000, 60_000],
  ])('after %i failures is %i ms in the middle of its jitter', (failures, pause) => {
    expect(dialPauseMs(failures, 0.5)).toBe(pause);
  });

  it('differs by a quarter at most', () => {
    expect([dialPauseMs(2, 0), dialPauseMs(2, 1)]).toEqual([1_500, 2_500]);
  });

  it('begins again after a connection that has lasted a minute', () => {
    expect(failuresAfter(5, 60_000)).toBe(1);
    expect(failuresAfter(5, 59_999)).toBe(6);
    expect(failuresAfter(0, 0)).toBe(1);
  });
});
