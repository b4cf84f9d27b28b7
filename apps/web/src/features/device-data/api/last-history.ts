/** Readings of a chart that was open before. */
import type { QueryClient } from '@tanstack/react-query';
import { callKey } from '../../../lib/calls/use-call.ts';
import type { HistoryAnswer, thinnedQuestion } from './use-history.ts';

type Question = ReturnType<typeof thinnedQuestion>;

/**
 * Returns the newest cached answer for the same period at an earlier time, so that a chart which is
 * opened again shows its readings at once, and the latest ones after the request.
 */
export function lastHistory(client: QueryClient, question: Question): HistoryAnswer | undefined {
  const cached = client
    .getQueryCache()
    .findAll({ queryKey: callKey('v1.data.findVariableByDateTime') })
    .filter(({ queryKey, state }) => {
      const { body } = queryKey[1] as Partial<Question>;
      return state.data !== undefined && body !== undefined && isEarlier(body, question.body);
    })
    .sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt);
  return cached[0]?.state.data as HistoryAnswer | undefined;
}

/** A running day keeps its start, the last hours keep their length. */
function isEarlier(old: Question['body'], body: Question['body']): boolean {
  const isMoved = old.endTime - old.startTime === body.endTime - body.startTime;
  return (
    old.deviceId === body.deviceId &&
    old.sample === body.sample &&
    // A page of the table has no fields.
    old.fields?.join() === body.fields.join() &&
    old.endTime <= body.endTime &&
    old.endTime > body.startTime &&
    (isMoved || old.startTime === body.startTime)
  );
}
