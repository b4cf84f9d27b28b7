import { expect, it } from 'vitest';
import { batchPauseMs } from './telemetry-feed.ts';

it.each([
  [1, 100],
  [100, 100],
  [250, 250],
  [1_000, 1_000],
  [5_000, 1_000],
])('%i pages of a customer receive a batch every %i ms', (sockets, pauseMs) => {
  expect(batchPauseMs(sockets)).toBe(pauseMs);
});
