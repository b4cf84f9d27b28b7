import { useQueryClient } from '@tanstack/react-query';
import type { Answer } from '../../../lib/calls/call-types.ts';
import { refetchCalls, useCallMutation, useCallQuery } from '../../../lib/calls/use-call.ts';

export type ApiKey = Answer<'v2.api-keys'>['data']['list'][number];
export type NewApiKey = Answer<'v2.api-keys.add'>['data'];

export function useApiKeys() {
  return useCallQuery('v2.api-keys', {}, { select: ({ data }) => data });
}

export function useApiKeyChanges() {
  const client = useQueryClient();
  return {
    add: useCallMutation('v2.api-keys.add'),
    change: useCallMutation('v2.api-keys.change'),
    revoke: useCallMutation('v2.api-keys.revoke'),
    /** A flag of the customer enables or disables all keys. */
    allow: useCallMutation('v2.forwarding.change'),
    followed: () => refetchCalls(client, 'v2.api-keys', 'v2.forwarding'),
  };
}
