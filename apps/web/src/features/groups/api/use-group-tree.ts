/** The group tree and its mutations. */
import { useQueryClient } from '@tanstack/react-query';
import type { Answer } from '../../../lib/calls/call-types.ts';
import { useCallMutation, useCallQuery } from '../../../lib/calls/use-call.ts';

export type TreeGroup = Answer<'v2.groups'>['data']['list'][number];

export function useGroupTree() {
  return useCallQuery('v2.groups', {}, { select: ({ data }) => data.list });
}

export type GroupContents = Answer<'v2.groups.contents'>['data'];

/** Requested again each time the dialog opens. */
export function useGroupContents(id: number) {
  return useCallQuery(
    'v2.groups.contents',
    { params: { id: String(id) } },
    { select: ({ data }) => data, staleTime: 0, gcTime: 0 },
  );
}

export function useGroupChanges() {
  const client = useQueryClient();
  return {
    add: useCallMutation('v2.groups.add'),
    rename: useCallMutation('v2.groups.rename'),
    remove: useCallMutation('v2.groups.delete'),
    /**
     * Visibility, counts and selections depend on the tree, so all active queries are refetched.
     */
    followed: () => client.invalidateQueries({ refetchType: 'active' }),
  };
}
