import type { Answer } from '../../../lib/calls/call-types.ts';
import { useCallQuery } from '../../../lib/calls/use-call.ts';
import { useSend } from '../../../lib/calls/use-send.ts';

export type MyAccount = Answer<'v2.my.account'>['data'];
export type OpenSession = MyAccount['sessions'][number];
export type SignIn = MyAccount['sign_ins'][number];

export function useMyAccount() {
  return useCallQuery('v2.my.account', {}, { select: ({ data }) => data });
}

export const useMyAccountChanges = () => useSend('v2.my.account');
