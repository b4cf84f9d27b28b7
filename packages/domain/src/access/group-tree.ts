/**
 * The tree of groups of one customer (docs/decisions.md 1): one root, and every other group below
 * exactly one parent. A group stores the ids of all its ancestors, so "this group and its
 * descendants" is a single test of a path. This file defines valid names, the maximum width and
 * depth of a tree, and the permitted moves of a group.
 */
import { hasMarkup } from '../plain-name.ts';
import type { Refusal } from '../refusal.ts';

/** Maximum number of levels, including the root; a deeper tree is hard to navigate. */
export const DEEPEST_GROUP = 8;
export const MAX_GROUPS = 1_000;
/** Maximum length, in characters. */
export const GROUP_NAME_LENGTH = 64;

export type GroupPath = readonly number[];

export interface TreeGroup {
  readonly groupId: number;
  readonly parentId: number | null;
  readonly name: string;
  /** Ids of the ancestors and of the group itself, root first. */
  readonly path: GroupPath;
}

/** Names that differ only in letter case or in look-alike characters are equal. */
const sameName = (name: string): string => name.normalize('NFKC').toLowerCase();

/** The reason if the name is not allowed below that parent; `self` is the group that has it. */
export function nameRefusal(
  groups: readonly TreeGroup[],
  parentId: number | null,
  name: string,
  self?: number,
): Refusal | undefined {
  const length = [...name].length;
  if (length === 0 || length > GROUP_NAME_LENGTH || hasMarkup(name)) return 'group-name-invalid';
  const wanted = sameName(name);
  const taken = groups.some(
    (group) =>
      group.parentId === parentId && group.groupId !== self && sameName(group.name) === wanted,
  );
  return taken ? 'group-name-taken' : undefined;
}

/** Returns the reason if no further group can be created below that parent. */
export function groupRefusal(
  groups: readonly TreeGroup[],
  parent: TreeGroup,
  name: string,
): Refusal | undefined {
  if (groups.length >= MAX_GROUPS) return 'groups-too-many';
  if (parent.path.length >= DEEPEST_GROUP) return 'group-too-deep';
  return nameRefusal(groups, parent.groupId, name);
}

/** Returns the reason if the group and its descendants cannot be moved below that parent. */
export function moveRefusal(
  groups: readonly TreeGroup[],
  group: TreeGroup,
  parent: TreeGroup,
): Refusal | undefined {
  if (parent.path.includes(group.groupId)) return 'group-cycle';
  const height = heightOf(groups, group);
  if (parent.path.length + height > DEEPEST_GROUP) return 'group-too-deep';
  return nameRefusal(groups, parent.groupId, group.name, group.groupId);
}

/** Counts of the contents that must be removed from a group before it can be deleted. */
export interface GroupHolds {
  readonly groups: number;
  readonly devices: number;
  readonly users: number;
  readonly projects: number;
  readonly schedules: number;
  readonly keys: number;
}

/** The reason if a group cannot be deleted. Deletion never cascades, so the group must be empty. */
export function deletionRefusal(holds: GroupHolds): Refusal | undefined {
  const { groups, devices, users, projects, schedules, keys } = holds;
  if (groups + devices + users + projects + schedules > 0) return 'group-not-empty';
  return keys > 0 ? 'group-has-keys' : undefined;
}

/** Number of levels of the group and its descendants. */
function heightOf(groups: readonly TreeGroup[], group: TreeGroup): number {
  const deepest = groupsBelow(groups, group.groupId).reduce(
    (most, { path }) => Math.max(most, path.length),
    group.path.length,
  );
  return deepest - group.path.length + 1;
}

/** The group itself and all its descendants. */
export function groupsBelow<G extends Pick<TreeGroup, 'path'>>(
  groups: readonly G[],
  groupId: number,
): G[] {
  return groups.filter(({ path }) => path.includes(groupId));
}

/** A move of a group: its path before and after. */
export interface PathMove {
  readonly from: GroupPath;
  readonly to: GroupPath;
}

/** Returns the path after the move; a path outside the moved group is returned unchanged. */
export function movedPath(path: GroupPath, { from, to }: PathMove): GroupPath {
  const isBelow = from.every((groupId, i) => path[i] === groupId);
  return isBelow ? [...to, ...path.slice(from.length)] : path;
}
