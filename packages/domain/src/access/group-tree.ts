/**
 * The tree of groups of one customer (docs/decisions.md 1): one root, every other group below
 * exactly one. A group carries the ids of all above it, so "this group and what is below" is one
 * look at a path. Here is what a name may be, how wide and deep a tree may grow, and where a group
 * may be moved.
 */
import { hasMarkup } from '../plain-name.ts';
import type { Refusal } from '../refusal.ts';

/** Levels, the root's counted: deeper than that nobody finds their way. */
export const DEEPEST_GROUP = 8;
export const MOST_GROUPS = 1_000;
/** Characters. */
export const GROUP_NAME_LENGTH = 64;

export type GroupPath = readonly number[];

export interface TreeGroup {
  readonly groupId: number;
  readonly parentId: number | null;
  readonly name: string;
  /** Own id and those of all above, root first. */
  readonly path: GroupPath;
}

/** Letter case and look-alike spellings mean the same. */
const sameName = (name: string): string => name.normalize('NFKC').toLowerCase();

/** Why a group may not bear the name below that parent; `self`: the group that has it now. */
export function whyNoName(
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

/** Why no further group may be made below that parent. */
export function whyNoGroup(
  groups: readonly TreeGroup[],
  parent: TreeGroup,
  name: string,
): Refusal | undefined {
  if (groups.length >= MOST_GROUPS) return 'groups-too-many';
  if (parent.path.length >= DEEPEST_GROUP) return 'group-too-deep';
  return whyNoName(groups, parent.groupId, name);
}

/** Why the group, with all below it, may not be moved below that parent. */
export function whyNoMove(
  groups: readonly TreeGroup[],
  group: TreeGroup,
  parent: TreeGroup,
): Refusal | undefined {
  if (parent.path.includes(group.groupId)) return 'group-cycle';
  const height = heightOf(groups, group);
  if (parent.path.length + height > DEEPEST_GROUP) return 'group-too-deep';
  return whyNoName(groups, parent.groupId, group.name, group.groupId);
}

/** What must have left a group before it may be deleted, counted. */
export interface GroupHolds {
  readonly groups: number;
  readonly devices: number;
  readonly users: number;
  readonly projects: number;
  readonly schedules: number;
  readonly keys: number;
}

/** Why a group may not be deleted: nothing of anybody goes with it, so it must be empty. */
export function whyNoDeletion(holds: GroupHolds): Refusal | undefined {
  const { groups, devices, users, projects, schedules, keys } = holds;
  if (groups + devices + users + projects + schedules > 0) return 'group-not-empty';
  return keys > 0 ? 'group-has-keys' : undefined;
}

/** Levels of the group and what is below it. */
function heightOf(groups: readonly TreeGroup[], group: TreeGroup): number {
  const deepest = groupsBelow(groups, group.groupId).reduce(
    (most, { path }) => Math.max(most, path.length),
    group.path.length,
  );
  return deepest - group.path.length + 1;
}

/** The group itself and all below it. */
export function groupsBelow<G extends Pick<TreeGroup, 'path'>>(
  groups: readonly G[],
  groupId: number,
): G[] {
  return groups.filter(({ path }) => path.includes(groupId));
}

/** A move of a group: what its path was and what it is. */
export interface PathMove {
  readonly from: GroupPath;
  readonly to: GroupPath;
}

/** Where a path leads after the move; the same path when the move is none of its business. */
export function movedPath(path: GroupPath, { from, to }: PathMove): GroupPath {
  const isBelow = from.every((groupId, i) => path[i] === groupId);
  return isBelow ? [...to, ...path.slice(from.length)] : path;
}
