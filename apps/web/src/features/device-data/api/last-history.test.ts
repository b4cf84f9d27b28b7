import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { callKey } from '../../../lib/calls/use-call.ts';
import { lastHistory } from './last-history.ts';
import { type HistoryAnswer, thinnedQuestion } from './use-history.ts';

const HOUR_MS = 3_600_000;
const NOW = Date.UTC(2026, 10, 28, 12);
const question = (code: string, startMs: number, endMs: number) =>
  thinnedQuestion(code, { startMs, endMs }, ['currentA'], 600);
const lastDay = (endMs: number) => question('A', endMs - 24 * HOUR_MS, endMs);

function found(cached: ReturnType<typeof question>, wanted: ReturnType<typeof question>): boolean {
  const client = new QueryClient();
  const answer = { data: [], totalCount: 1 } as unknown as HistoryAnswer;
  client.setQueryData(callKey('v1.data.findVariableByDateTime', cached), answer);
  return lastHistory(client, wanted) === answer;
}

it.each([
  ['the last 24 hours, a minute ago', lastDay(NOW - 60_000), lastDay(NOW), true],
  ['the same day, which goes on', question('A', NOW, NOW + 1), question('A', NOW, NOW + 2), true],
  ['another device', question('B', NOW - 24 * HOUR_MS, NOW), lastDay(NOW), false],
  ['a longer period', question('A', NOW - 48 * HOUR_MS, NOW - 1), lastDay(NOW), false],
  ['a period that ended before', lastDay(NOW - 24 * HOUR_MS), lastDay(NOW), false],
  ['a later period', lastDay(NOW + 60_000), lastDay(NOW), false],
  [
    'other fields',
    thinnedQuestion('A', { startMs: NOW - 24 * HOUR_MS, endMs: NOW }, ['voltageA'], 600),
    lastDay(NOW),
    false,
  ],
])('a cached answer for %s is shown first: %#', (_, cached, wanted, isShown) => {
  expect(found(cached, wanted)).toBe(isShown);
});

it('the newest answer is shown, and none of a page of the table', () => {
  const client = new QueryClient();
  const store = (body: object, updatedAt: number) => {
    const answer = { data: [], totalCount: updatedAt } as unknown as HistoryAnswer;
    client.setQueryData(['v1.data.findVariableByDateTime', { body }], answer, { updatedAt });
    return answer;
  };
  const newest = store(lastDay(NOW - 60_000).body, 3);
  store(lastDay(NOW - 120_000).body, 2);
  store({ ...lastDay(NOW).body, fields: undefined, currentPage: 1, rows: 13 }, 4);
  expect(lastHistory(client, lastDay(NOW))).toBe(newest);
});
