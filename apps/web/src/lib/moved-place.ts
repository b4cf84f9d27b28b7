/** Where something in a list or grid goes when it is moved by keys, and the list with it there. */

/** The item takes the place; those between move up by one. */
export function withMoved<C>(items: readonly C[], item: C, place: number): C[] {
  const rest = items.filter((other) => other !== item);
  rest.splice(place, 0, item);
  return rest;
}

export interface ListShape {
  readonly count: number;
  /** Items beside each other. */
  readonly columns: number;
  readonly isRightToLeft: boolean;
}

/** Where a key sends the item of a place; undefined for a key that moves nothing. */
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
