import type { Answer } from '../../../lib/calls/call-types.ts';
import { useCallQuery } from '../../../lib/calls/use-call.ts';
import { useSend } from '../../../lib/calls/use-send.ts';

export type ApiKey = Answer<'v2.api-keys'>['data']['list'][number];
export type NewApiKey = Answer<'v2.api-keys.add'>['data'];

export function useApiKeys() {
  return useCallQuery('v2.api-keys', {}, { select: ({ data }) => data });
}

export const useApiKeyChanges = () => useSend('v2.api-keys', 'v2.forwarding');
