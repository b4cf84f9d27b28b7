import { describe, expect, it } from 'vitest';
import { OrderedDelay } from './ordered-delay.ts';

describe('ordered delay', () => {
  it('runs actions in the order of their requests, even if a later action has a shorter delay', async () => {
    const delayed = new OrderedDelay();
    const done: number[] = [];
    const delays = [20, 3.9, 0, 5.2, 0.1, 0, 12, 0];
    const begun = performance.now();
    await new Promise<void>((resolve) => {
      delays.forEach((delayMs, index) => {
        delayed.after(delayMs, () => done.push(index));
      });
      delayed.after(0, resolve);
    });
    expect(done).toEqual(delays.map((_, index) => index));
    expect(performance.now() - begun).toBeGreaterThanOrEqual(18);
  });

  it('drops waiting actions when it is cleared, and accepts new ones', async () => {
    const delayed = new OrderedDelay();
    const done: string[] = [];
    delayed.after(0, () => done.push('forgotten'));
    delayed.clear();
    await new Promise<void>((resolve) => delayed.after(5, resolve));
    expect(done).toEqual([]);
  });
});
