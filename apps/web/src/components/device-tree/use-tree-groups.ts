/** The groups by which the device tree is filtered: the user's group and those below it. */
import type { Answer } from '../../lib/calls/call-types.ts';
import { useCallQuery } from '../../lib/calls/use-call.ts';
import type { GroupNode } from '../../lib/group-tree.ts';

const FRESH_MS = 300_000;
const NONE: readonly GroupNode[] = [];

const toNodes = ({ data }: Answer<'v1.sys.group.findAll'>): GroupNode[] =>
  data.map(({ id, name, parentId }) => ({ id, name, parent_id: parentId === 0 ? null : parentId }));

interface TreeGroups {
  /** Parents come before their children. Empty until the groups are known. */
  readonly groups: readonly GroupNode[];
  readonly isPending: boolean;
}

export function useTreeGroups(isWanted: boolean): TreeGroups {
  const query = useCallQuery(
    'v1.sys.group.findAll',
    {},
    { staleTime: FRESH_MS, enabled: isWanted, select: toNodes },
  );
  return { groups: query.data ?? NONE, isPending: query.isLoading };
}
