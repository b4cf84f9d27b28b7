/** Ordered cells of a wall: their keys, and the comparison of two lists. */
import type { WallCell } from '@busbar/domain/wall/wall-cell';

export const keyOf = ({ device, quantity }: WallCell): string => `${quantity} ${device}`;

export function isSameWall(one: readonly WallCell[], other: readonly WallCell[]): boolean {
  return (
    one.length === other.length &&
    one.every((cell, i) => {
      const { device, quantity, low, high } = other[i]!;
      return (
        cell.device === device &&
        cell.quantity === quantity &&
        cell.low === low &&
        cell.high === high
      );
    })
  );
}
