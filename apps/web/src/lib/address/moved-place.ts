/** Target position of an item moved by keyboard in a list or grid, and the reordered list. */

/** Inserts the item at the position; the items in between are shifted by one. */
export function withMoved<C>(items: readonly C[], item: C, place: number): C[] {
  const rest = items.filter((other) => other !== item);
  rest.splice(place, 0, item);
  return rest;
}

export interface ListShape {
  readonly count: number;
  /** Number of items per row. */
  readonly columns: number;
  readonly isRightToLeft: boolean;
}

/** Returns the target position for a key, or undefined if the key does not move the item. */
export function placeAfterKey(key: string, place: number, shape: ListShape): number | undefined {
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
