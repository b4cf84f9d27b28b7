import type { PathMove } from '@busbar/domain/access/group-tree';
import type { Context } from '../context.ts';

/** Calls `follow` when groups of a customer are moved; returns a function that unsubscribes. */
export function followMoves(
  { bus }: Context,
  follow: (customerId: number, move: PathMove) => void,
): () => void {
  return bus.subscribe('groups.changed', ({ customerId, move }) => {
    if (move !== null) follow(customerId, move);
  });
}
