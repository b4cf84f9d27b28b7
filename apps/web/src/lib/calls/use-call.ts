/** Connects the contract to TanStack Query: hooks for queries and mutations, one key format. */
import {
  type QueryClient,
  queryOptions,
  type UseMutationResult,
  type UseQueryOptions,
  type UseQueryResult,
  useMutation,
  useQuery,
} from '@tanstack/react-query';
import { type CallArguments, call } from './api-client.ts';
import type { ApiError } from './api-error.ts';
import type { Answer, CallInput, CallName } from './call-types.ts';

/** Cache key of a call; `callKey(name)` alone matches all of its inputs. */
export function callKey<N extends CallName>(name: N, input?: CallInput<N>): readonly unknown[] {
  return input === undefined ? [name] : [name, input];
}

export type CallQueryOptions<N extends CallName, T = Answer<N>> = Omit<
  UseQueryOptions<Answer<N>, ApiError, T>,
  'queryKey' | 'queryFn'
>;

/** Query options of a call, for loaders and for `useQueries`. */
export function callQuery<N extends CallName>(name: N, input: CallInput<N>) {
  return queryOptions<Answer<N>, ApiError>({
    queryKey: callKey(name, input),
    queryFn: ({ signal }) => call(name, ...([input, { signal }] as CallArguments<N>)),
  });
}

/** Queries a call; the response is cached by its name and input. */
export function useCallQuery<N extends CallName, T = Answer<N>>(
  name: N,
  input: CallInput<N>,
  options: CallQueryOptions<N, T> = {},
): UseQueryResult<T, ApiError> {
  return useQuery({
    ...options,
    queryKey: callKey(name, input),
    queryFn: ({ signal }) => call(name, ...([input, { signal }] as CallArguments<N>)),
  });
}

/** Idempotency key of a call that must not run twice. */
export interface Once {
  requestKey?: string;
}

/** Mutation of a call; never retried automatically. */
export function useCallMutation<N extends CallName>(
  name: N,
  options: { readonly timeoutMs?: number } = {},
): UseMutationResult<Answer<N>, ApiError, CallInput<N> & Once> {
  return useMutation({
    mutationFn: ({ requestKey, ...input }: CallInput<N> & Once) =>
      call(name, ...([input, { requestKey, ...options }] as unknown as CallArguments<N>)),
  });
}

/** Invalidates all cached responses of the calls, so that displayed data is refetched. */
export async function refetchCalls(client: QueryClient, ...names: CallName[]): Promise<void> {
  await Promise.all(names.map((name) => client.invalidateQueries({ queryKey: callKey(name) })));
}
