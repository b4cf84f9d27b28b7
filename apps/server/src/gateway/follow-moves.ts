import type { PathMove } from '@busbar/domain/access/group-tree';
import type { Bus } from '../bus.ts';

/** Calls `follow` when groups of a customer are moved; returns a function that unsubscribes. */
export function followMoves(
  { bus }: { readonly bus: Bus },
  follow: (customerId: number, move: PathMove) => void,
): () => void {
  return bus.subscribe('groups.changed', ({ customerId, move }) => {
    if (move !== null) follow(customerId, move);
  });
}
