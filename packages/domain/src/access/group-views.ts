/**
 * Who sees other devices after a move than before. A parcel is a number of devices that hang in the
 * same place of the tree before, and in the same place after; a viewer is everybody who is in the
 * same group before and in the same group after. A user sees the own group and what is below
 * (docs/decisions.md 1), so a parcel is lost when its path named the group before and names it no
 * more.
 */
import type { GroupPath } from './group-tree.ts';

export interface Parcel {
  readonly from: GroupPath;
  readonly to: GroupPath;
}

/** The groups of the same people before and after. */
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

/** Groups whose users see a parcel before and not after, or the other way round, having stayed where they are. */
export function groupsThatSeeOther(parcels: readonly Parcel[]): number[] {
  const groups = new Set<number>();
  for (const { from, to } of parcels) {
    for (const groupId of from) if (!to.includes(groupId)) groups.add(groupId);
    for (const groupId of to) if (!from.includes(groupId)) groups.add(groupId);
  }
  return [...groups];
}
