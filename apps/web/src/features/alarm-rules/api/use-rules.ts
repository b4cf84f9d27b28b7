import { useQueryClient } from '@tanstack/react-query';
import type { Answer, CallInput } from '../../../lib/call-types.ts';
import { callKey, refetchCalls, useCallMutation, useCallQuery } from '../../../lib/use-call.ts';

export type AlarmRule = Answer<'v2.alarm-rules'>['data']['list'][number];
export type AlarmWindow = Answer<'v2.alarm-windows'>['data']['list'][number];

/** The rules as they count for the whole customer. */
const OF_CUSTOMER: CallInput<'v2.alarm-rules'> = { query: {} };

export function useRules() {
  return useCallQuery('v2.alarm-rules', OF_CUSTOMER, { select: ({ data }) => data.list });
}

/** Writes a rule; the answer is the new table. */
export function useRuleChange() {
  const client = useQueryClient();
  const change = useCallMutation('v2.alarm-rules.change');
  return {
    change,
    keep: (answer: Answer<'v2.alarm-rules.change'>) =>
      client.setQueryData(callKey('v2.alarm-rules', OF_CUSTOMER), answer),
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
