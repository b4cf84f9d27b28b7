/** The tree of groups and what changes it. */
import { useQueryClient } from '@tanstack/react-query';
import type { Answer } from '../../../lib/call-types.ts';
import { useCallMutation, useCallQuery } from '../../../lib/use-call.ts';

export type TreeGroup = Answer<'v2.groups'>['data']['list'][number];

export function useGroupTree() {
  return useCallQuery('v2.groups', {}, { select: ({ data }) => data.list });
}

export type GroupContents = Answer<'v2.groups.contents'>['data'];

/** Looked up anew each time the question is asked. */
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
    /** What is seen, counted and chosen from hangs on the tree: everything on screen is read again. */
    followed: () => client.invalidateQueries({ refetchType: 'active' }),
  };
}
