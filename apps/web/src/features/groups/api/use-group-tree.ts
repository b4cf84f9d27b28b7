/** The group tree and its mutations. */
import type { Answer } from '../../../lib/calls/call-types.ts';
import { useCallQuery } from '../../../lib/calls/use-call.ts';
import { useSend } from '../../../lib/calls/use-send.ts';

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

/** Visibility, counts and selections depend on the tree, so all active queries are refetched. */
export const useGroupChanges = () => useSend('active');
