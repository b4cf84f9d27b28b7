import { afterEach, expect, it, vi } from 'vitest';
import { loadPage } from './load-page.ts';

afterEach(() => {
  vi.useRealTimers();
});

it('loadPage times out after 120 s, and otherwise settles like the given promise', async () => {
  vi.useFakeTimers();
  const ended = vi.fn();
  const hanging = loadPage(new Promise(() => {})).catch(ended);
  await vi.advanceTimersByTimeAsync(119_000);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1_000);
  await hanging;
  expect(ended).toHaveBeenCalledWith(expect.objectContaining({ message: expect.any(String) }));
  expect(await loadPage(Promise.resolve('page'))).toBe('page');
  await expect(loadPage(Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  expect(vi.getTimerCount()).toBe(0);
});
