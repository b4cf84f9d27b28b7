import { useQueryClient } from '@tanstack/react-query';
import type { Answer } from '../../../lib/calls/call-types.ts';
import { refetchCalls, useCallMutation, useCallQuery } from '../../../lib/calls/use-call.ts';

export type MyAccount = Answer<'v2.my.account'>['data'];
export type OpenSession = MyAccount['sessions'][number];
export type SignIn = MyAccount['sign_ins'][number];

export function useMyAccount() {
  return useCallQuery('v2.my.account', {}, { select: ({ data }) => data });
}

export function useMyAccountChanges() {
  const client = useQueryClient();
  return {
    end: useCallMutation('v2.my.sessions.end'),
    endOthers: useCallMutation('v2.my.sessions.end-others'),
    begin: useCallMutation('v2.my.second-factor.begin'),
    confirm: useCallMutation('v2.my.second-factor.confirm'),
    remove: useCallMutation('v2.my.second-factor.remove'),
    renew: useCallMutation('v2.my.second-factor.recovery-codes'),
    followed: () => refetchCalls(client, 'v2.my.account'),
  };
}
