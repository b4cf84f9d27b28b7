/**
 * Groups whose users see different devices after a move. A parcel is a set of devices that are in
 * one group before the move and in one group after it; a viewer is the set of users who share one
 * group before and one group after. A user sees their own group and its descendants
 * (docs/decisions.md 1), so a viewer loses a parcel if its path included the group before the move
 * and no longer does.
 */
import type { GroupPath } from './group-tree.ts';

export interface Parcel {
  readonly from: GroupPath;
  readonly to: GroupPath;
}

/** The users' group before and after the move. */
export interface Viewer {
  readonly before: number;
  readonly after: number;
}

export interface ViewChange<P> {
  readonly lost: readonly P[];
  readonly gained: readonly P[];
}

export function viewChange<P extends Parcel>(
  parcels: readonly P[],
  { before, after }: Viewer,
): ViewChange<P> {
  const lost: P[] = [];
  const gained: P[] = [];
  for (const parcel of parcels) {
    const seen = parcel.from.includes(before);
    const isSeen = parcel.to.includes(after);
    if (seen && !isSeen) lost.push(parcel);
    else if (!seen && isSeen) gained.push(parcel);
  }
  return { lost, gained };
}

/** Groups not moved themselves whose users see a parcel only before or only after the move. */
export function groupsThatSeeOther(parcels: readonly Parcel[]): number[] {
  const groups = new Set<number>();
  for (const { from, to } of parcels) {
    for (const groupId of from) if (!to.includes(groupId)) groups.add(groupId);
    for (const groupId of to) if (!from.includes(groupId)) groups.add(groupId);
  }
  return [...groups];
}
