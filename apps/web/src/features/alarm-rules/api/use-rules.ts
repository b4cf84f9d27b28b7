import { hashKey, useQueryClient } from '@tanstack/react-query';
import type { Answer, CallInput } from '../../../lib/calls/call-types.ts';
import {
  callKey,
  refetchCalls,
  useCallMutation,
  useCallQuery,
} from '../../../lib/calls/use-call.ts';

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
  const change = useCallMutation('v2.alarm-rules.change');
  return {
    change,
    keep: (answer: Answer<'v2.alarm-rules.change'>) => {
      const key = callKey('v2.alarm-rules', rulesIn(group));
      client.setQueryData(key, answer);
      client.removeQueries({
        queryKey: callKey('v2.alarm-rules'),
        predicate: ({ queryHash }) => queryHash !== hashKey(key),
      });
    },
  };
}

export function useWindows(page: number, size: number) {
  return useCallQuery(
    'v2.alarm-windows',
    { query: { pn: page, ps: size } },
    { select: ({ data }) => data },
  );
}

export function useWindowChanges() {
  const client = useQueryClient();
  return {
    add: useCallMutation('v2.alarm-windows.add'),
    end: useCallMutation('v2.alarm-windows.cancel'),
    followed: () => refetchCalls(client, 'v2.alarm-windows'),
  };
}
