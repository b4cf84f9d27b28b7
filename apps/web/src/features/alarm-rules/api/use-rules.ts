import { hashKey, useQueryClient } from '@tanstack/react-query';
import type { Answer, CallInput } from '../../../lib/calls/call-types.ts';
import { callKey, useCallQuery } from '../../../lib/calls/use-call.ts';
import { useSend } from '../../../lib/calls/use-send.ts';

export type AlarmRule = Answer<'v2.alarm-rules'>['data']['list'][number];
export type AlarmWindow = Answer<'v2.alarm-windows'>['data']['list'][number];

/** The rules in effect for a group; undefined means the whole customer. */
function rulesIn(group: number | undefined): CallInput<'v2.alarm-rules'> {
  return { query: group === undefined ? {} : { group_id: String(group) } };
}

export function useRules(group: number | undefined) {
  return useCallQuery('v2.alarm-rules', rulesIn(group), { select: ({ data }) => data.list });
}

/** Writes a rule. The response is the new table; rules that groups inherit are refetched. */
export function useRuleChange(group: number | undefined) {
  const client = useQueryClient();
  const send = useSend();
  return async (input: CallInput<'v2.alarm-rules.change'>) => {
    const answer = await send('v2.alarm-rules.change', input);
    const key = callKey('v2.alarm-rules', rulesIn(group));
    client.setQueryData(key, answer);
    client.removeQueries({
      queryKey: callKey('v2.alarm-rules'),
      predicate: ({ queryHash }) => queryHash !== hashKey(key),
    });
  };
}

export function useWindows(page: number, size: number) {
  return useCallQuery(
    'v2.alarm-windows',
    { query: { pn: page, ps: size } },
    { select: ({ data }) => data },
  );
}

export const useWindowChanges = () => useSend('v2.alarm-windows');
