import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { reloadOnceOnStaleChunk } from './stale-chunk.ts';

const reload = vi.fn();

beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 });
  reload.mockReset();
});
afterEach(() => {
  vi.useRealTimers();
});

function fail(): Event {
  const event = new Event('vite:preloadError', { cancelable: true });
  window.dispatchEvent(event);
  return event;
}

it('reloads the page once if a script no longer exists, and reports a second failure within a minute', () => {
  reloadOnceOnStaleChunk(reload);
  expect(fail().defaultPrevented).toBe(true);
  expect(reload).toHaveBeenCalledTimes(1);
  vi.setSystemTime(1_800_000_000_000 + 59_000);
  expect(fail().defaultPrevented).toBe(false);
  expect(reload).toHaveBeenCalledTimes(1);
  vi.setSystemTime(1_800_000_000_000 + 200_000);
  expect(fail().defaultPrevented).toBe(true);
  expect(reload).toHaveBeenCalledTimes(2);
});
