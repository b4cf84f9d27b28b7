import { keepPreviousData } from '@tanstack/react-query';
import type { Answer, CallInput } from '../../../lib/calls/call-types.ts';
import { useCallQuery } from '../../../lib/calls/use-call.ts';
import { useSend } from '../../../lib/calls/use-send.ts';

export type RegistrationRow = Answer<'v2.registrations'>['data']['list'][number];
export type RegistrationFilter = NonNullable<CallInput<'v2.registrations'>['query']>;

export function useRegistrations(query: RegistrationFilter) {
  return useCallQuery(
    'v2.registrations',
    { query },
    { placeholderData: keepPreviousData, select: ({ data }) => data },
  );
}

export const useRegistrationChanges = () => useSend('v2.registrations', 'v2.customers');
