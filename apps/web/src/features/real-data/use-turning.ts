/** Pages of a wall that change by themselves, as on a screen in a control room. */
import { type FocusEvent, useEffect, useMemo, useState } from 'react';

const PAGE_CELLS = 12;
/** A pointer that rests on a screen without a user must not hold its pages. */
const POINTER_HOLD_MS = 30_000;

export interface Turning {
  /** Undefined if the pages do not change. */
  readonly every: number | undefined;
  readonly page: number;
  /** Index of the first cell of the page. */
  readonly first: number;
  readonly pages: number;
  readonly isPaused: boolean;
  readonly isHeld: boolean;
  pause(isPaused: boolean): void;
  go(by: 1 | -1): void;
}

/** True while the pointer or the keyboard focus is on the wall. */
export function useHold() {
  /** Epoch seconds. */
  const [pointerAt, setPointerAt] = useState<number>();
  const [isFocused, setFocused] = useState(false);
  useEffect(() => {
    if (pointerAt === undefined) return;
    const timer = setTimeout(() => setPointerAt(undefined), POINTER_HOLD_MS);
    return () => clearTimeout(timer);
  }, [pointerAt]);
  const handlers = useMemo(
    () => ({
      // In whole seconds, so that a moving pointer does not draw the wall for every event.
      onPointerMove: () => setPointerAt(Math.floor(Date.now() / 1_000)),
      onPointerLeave: () => setPointerAt(undefined),
      onFocus: ({ target }: FocusEvent<HTMLElement>) =>
        setFocused(target.matches(':focus-visible')),
      onBlur: () => setFocused(false),
    }),
    [],
  );
  return { isHeld: pointerAt !== undefined || isFocused, handlers };
}

export function useTurning<Cell>(
  cells: readonly Cell[],
  every: number | undefined,
  isHeld: boolean,
): { readonly shown: readonly Cell[]; readonly turning: Turning } {
  const [at, setAt] = useState(0);
  const [isPaused, pause] = useState(false);
  const pages = every === undefined ? 1 : Math.max(1, Math.ceil(cells.length / PAGE_CELLS));
  const page = Math.min(at, pages - 1);
  const isTurning = every !== undefined && pages > 1 && !isPaused && !isHeld;
  useEffect(() => {
    if (!isTurning) return;
    const timer = setTimeout(() => setAt((page + 1) % pages), every * 1_000);
    return () => clearTimeout(timer);
  }, [isTurning, every, page, pages]);
  const shown = useMemo(
    () => (every === undefined ? cells : cells.slice(page * PAGE_CELLS, (page + 1) * PAGE_CELLS)),
    [cells, every, page],
  );
  const go = (by: 1 | -1) => setAt((page + by + pages) % pages);
  return {
    shown,
    turning: { every, page, first: page * PAGE_CELLS, pages, isPaused, isHeld, pause, go },
  };
}
