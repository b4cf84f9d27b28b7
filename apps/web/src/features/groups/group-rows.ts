/** The tree as table rows: each group below its parent, with collapsing and search. */
import type { TreeGroup } from './api/use-group-tree.ts';

export interface GroupRow {
  readonly group: TreeGroup;
  /** Zero-based; 0 is the topmost visible group. */
  readonly depth: number;
  readonly hasBelow: boolean;
  readonly isOpen: boolean;
}

/** Trees above this size start with only the first levels expanded. */
const OPEN_AT_FIRST = 100;

export function firstFolded(groups: readonly TreeGroup[]): ReadonlySet<number> {
  if (groups.length <= OPEN_AT_FIRST) return new Set();
  const top = Math.min(...groups.map(({ level }) => level));
  return new Set(groups.filter(({ level }) => level > top).map(({ id }) => id));
}

/** In reading order; a search returns the matches with all their ancestors, even if collapsed. */
export function groupRows(
  groups: readonly TreeGroup[],
  folded: ReadonlySet<number>,
  search = '',
): GroupRow[] {
  const below = new Map<number | null, TreeGroup[]>();
  for (const group of groups) {
    const beside = below.get(group.parent_id);
    if (beside === undefined) below.set(group.parent_id, [group]);
    else beside.push(group);
  }
  const wanted = search.trim().toLocaleLowerCase();
  const shown = wanted === '' ? null : withAbove(groups, wanted);
  const rows: GroupRow[] = [];
  const walk = (parent: number | null, depth: number) => {
    for (const group of below.get(parent) ?? []) {
      if (shown !== null && !shown.has(group.id)) continue;
      const isOpen = shown !== null || !folded.has(group.id);
      const hasBelow = below.has(group.id);
      rows.push({ group, depth, hasBelow, isOpen });
      if (hasBelow && isOpen) walk(group.id, depth + 1);
    }
  };
  walk(null, 0);
  return rows;
}

function withAbove(groups: readonly TreeGroup[], wanted: string): Set<number> {
  const byId = new Map(groups.map((group) => [group.id, group]));
  const shown = new Set<number>();
  for (const group of groups) {
    if (!group.name.toLocaleLowerCase().includes(wanted)) continue;
    for (
      let at: TreeGroup | undefined = group;
      at !== undefined && !shown.has(at.id);
      at = at.parent_id === null ? undefined : byId.get(at.parent_id)
    ) {
      shown.add(at.id);
    }
  }
  return shown;
}
