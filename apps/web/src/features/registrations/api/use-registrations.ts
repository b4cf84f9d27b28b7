import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import type { Answer, CallInput } from '../../../lib/calls/call-types.ts';
import { refetchCalls, useCallMutation, useCallQuery } from '../../../lib/calls/use-call.ts';

export type RegistrationRow = Answer<'v2.registrations'>['data']['list'][number];
export type RegistrationFilter = NonNullable<CallInput<'v2.registrations'>['query']>;

export function useRegistrations(query: RegistrationFilter) {
  return useCallQuery(
    'v2.registrations',
    { query },
    { placeholderData: keepPreviousData, select: ({ data }) => data },
  );
}

export function useRegistrationChanges() {
  const client = useQueryClient();
  return {
    activate: useCallMutation('v2.registrations.activate'),
    reject: useCallMutation('v2.registrations.reject'),
    change: useCallMutation('v2.registrations.change'),
    followed: () => refetchCalls(client, 'v2.registrations', 'v2.customers'),
  };
}
