/** The contract on TanStack Query: one hook to read, one to write, one key rule. */
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

/** Key of a call's cache entry; `callKey(name)` alone matches every input of it. */
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

/** Reads a call; the answer is cached under its name and input. */
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

/** For a call that must not be carried out twice. */
export interface Once {
  requestKey?: string;
}

/** A call that changes something; never repeated by itself. */
export function useCallMutation<N extends CallName>(
  name: N,
): UseMutationResult<Answer<N>, ApiError, CallInput<N> & Once> {
  return useMutation({
    mutationFn: ({ requestKey, ...input }: CallInput<N> & Once) =>
      call(name, ...([input, { requestKey }] as unknown as CallArguments<N>)),
  });
}

/** Marks every cached answer of the calls as old, so that what is on screen is read again. */
export async function refetchCalls(client: QueryClient, ...names: CallName[]): Promise<void> {
  await Promise.all(names.map((name) => client.invalidateQueries({ queryKey: callKey(name) })));
}
