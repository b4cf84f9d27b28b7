/** The tree of groups and what changes it. */
import { useQueryClient } from '@tanstack/react-query';
import type { Answer } from '../../../lib/call-types.ts';
import { useCallMutation, useCallQuery } from '../../../lib/use-call.ts';

export type TreeGroup = Answer<'v2.groups'>['data']['list'][number];

export function useGroupTree() {
  return useCallQuery('v2.groups', {}, { select: ({ data }) => data.list });
}

export function useGroupChanges() {
  const client = useQueryClient();
  return {
    add: useCallMutation('v2.groups.add'),
    rename: useCallMutation('v2.groups.rename'),
    /** What is seen, counted and chosen from hangs on the tree: everything on screen is read again. */
    followed: () => client.invalidateQueries({ refetchType: 'active' }),
  };
}
