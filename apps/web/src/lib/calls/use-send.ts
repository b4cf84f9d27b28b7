/** Sends calls that change data, and refetches the queries that display it. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type CallArguments, call } from './api-client.ts';
import type { ApiError } from './api-error.ts';
import type { Answer, CallInput, CallName } from './call-types.ts';
import { type Once, refetchCalls } from './use-call.ts';

export type Send = <N extends CallName>(name: N, input: CallInput<N> & Once) => Promise<Answer<N>>;

/**
 * Returns a function that sends a call and throws its ApiError. The given calls are refetched after
 * success, and also after a refusal, because another user may have changed the data; `active` means
 * all calls that the page displays.
 */
export function useSend(...refetched: CallName[] | ['active']): Send {
  const client = useQueryClient();
  const { mutateAsync } = useMutation<unknown, ApiError, { name: CallName; input: Once }>({
    mutationFn: ({ name, input: { requestKey, ...input } }) =>
      call(name, ...([input, { requestKey }] as unknown as CallArguments<CallName>)),
    onSettled: () => {
      const [first] = refetched;
      if (first === 'active') void client.invalidateQueries({ refetchType: 'active' });
      else void refetchCalls(client, ...(refetched as CallName[]));
    },
  });
  return <N extends CallName>(name: N, input: CallInput<N> & Once) =>
    mutateAsync({ name, input }) as Promise<Answer<N>>;
}
