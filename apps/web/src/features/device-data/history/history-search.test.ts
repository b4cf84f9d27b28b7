import { expect, it } from 'vitest';
import { readHistorySearch } from './history-search.ts';

it.each([
  ['2026-02-28', '2026-02-28'],
  ['2024-02-29', '2024-02-29'],
  ['2026-02-29', undefined],
  ['2026-13-01', undefined],
  ['2026-1-1', undefined],
  ['20260228', undefined],
  ['2026-02-28 00:00:00', undefined],
])('parses the week %j of the URL as %j', (week, taken) => {
  expect(readHistorySearch({ week }).week).toBe(taken);
});
