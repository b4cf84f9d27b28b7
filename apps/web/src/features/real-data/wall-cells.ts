/** Cells of a wall as a row: whether two are the same, and where a cell goes. */
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

/** The cell takes the place; those between move up by one. */
export function withMoved<C extends WallCell>(cells: readonly C[], cell: C, place: number): C[] {
  const rest = cells.filter((other) => other !== cell);
  rest.splice(place, 0, cell);
  return rest;
}

export interface WallShape {
  readonly count: number;
  /** Cells beside each other. */
  readonly columns: number;
  readonly isRightToLeft: boolean;
}

/** Where a key sends the cell of a place; undefined for a key that moves nothing. */
export function placeAfterKey(key: string, place: number, shape: WallShape): number | undefined {
  const last = shape.count - 1;
  const forward = shape.isRightToLeft ? 'ArrowLeft' : 'ArrowRight';
  const back = shape.isRightToLeft ? 'ArrowRight' : 'ArrowLeft';
  const steps: Readonly<Record<string, number>> = {
    [forward]: 1,
    [back]: -1,
    ArrowDown: shape.columns,
    ArrowUp: -shape.columns,
    Home: -last,
    End: last,
  };
  const step = steps[key];
  return step === undefined ? undefined : Math.min(last, Math.max(0, place + step));
}
