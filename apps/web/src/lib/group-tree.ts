/** A tree of groups that is stored as a list. */

export interface GroupNode {
  readonly id: number;
  /** Null for the topmost group that the user can see. */
  readonly parent_id: number | null;
  readonly name: string;
}

/** The groups with their levels from 0 on, each before those below it; siblings stay in order. */
export function inTreeOrder<G extends GroupNode>(
  groups: readonly G[],
): { readonly group: G; readonly depth: number }[] {
  const below = new Map<number | null, G[]>();
  for (const group of groups) {
    const siblings = below.get(group.parent_id);
    if (siblings === undefined) below.set(group.parent_id, [group]);
    else siblings.push(group);
  }
  const walk = (parent: number | null, depth: number): { group: G; depth: number }[] =>
    (below.get(parent) ?? []).flatMap((group) => [{ group, depth }, ...walk(group.id, depth + 1)]);
  return walk(null, 0);
}

/** The group and all its descendants, of a list with parents before their children. */
export function idsBelow(groups: readonly GroupNode[], id: number): Set<number> {
  const ids = new Set([id]);
  for (const group of groups) {
    if (group.parent_id !== null && ids.has(group.parent_id)) ids.add(group.id);
  }
  return ids;
}

/** Names from the topmost visible group down to the group. */
export function placeOf(groups: readonly GroupNode[], id: number): string[] {
  const byId = new Map(groups.map((group) => [group.id, group]));
  const names: string[] = [];
  for (let at = byId.get(id); at !== undefined; at = byId.get(at.parent_id ?? Number.NaN)) {
    names.unshift(at.name);
  }
  return names;
}
