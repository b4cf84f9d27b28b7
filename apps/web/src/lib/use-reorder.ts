/** Reorders items of a list or grid by dragging their handles, or by keyboard. */
import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { type ListShape, placeAfterKey } from './address/moved-place.ts';

export interface MoveHandle<C> {
  onKey(item: C, event: KeyboardEvent): void;
  onGrab(item: C, event: PointerEvent<HTMLElement>): void;
}

export function useReorder<C>(
  list: RefObject<HTMLElement | null>,
  items: readonly C[],
  onMove: (item: C, place: number) => void,
): MoveHandle<C> & { readonly held: C | undefined } {
  const [held, setHeld] = useState<C>();
  const latest = useRef({ items, onMove });
  useEffect(() => {
    latest.current = { items, onMove };
  });
  const ending = useRef<AbortController>(undefined);
  useEffect(() => () => ending.current?.abort(), []);

  const move = useCallback((item: C, place: number | undefined) => {
    const now = latest.current;
    if (place !== undefined && place !== now.items.indexOf(item)) now.onMove(item, place);
  }, []);

  const onKey = useCallback(
    (item: C, event: KeyboardEvent) => {
      const { items } = latest.current;
      const place = placeAfterKey(event.key, items.indexOf(item), shapeOf(list.current!));
      if (place === undefined) return;
      event.preventDefault();
      move(item, place);
    },
    [list, move],
  );

  const onGrab = useCallback(
    (item: C, event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      const from = latest.current.items.indexOf(item);
      const over = new AbortController();
      const { signal } = over;
      ending.current?.abort();
      ending.current = over;
      setHeld(item);
      signal.addEventListener('abort', () => setHeld(undefined));
      // Does not capture the pointer, because the handle changes its position in the DOM during the
      // drag.
      addEventListener('pointermove', (at) => move(item, placeAt(list.current!, at)), { signal });
      addEventListener('pointerup', () => over.abort(), { signal });
      const undo = () => {
        over.abort();
        move(item, from);
      };
      addEventListener('pointercancel', undo, { signal });
      addEventListener('keydown', ({ key }) => key === 'Escape' && undo(), { signal });
    },
    [list, move],
  );
  return { held, onKey, onGrab };
}

function shapeOf(list: HTMLElement): ListShape {
  const { direction, gridTemplateColumns } = getComputedStyle(list);
  return {
    count: list.children.length,
    columns: gridTemplateColumns.split(' ').length,
    isRightToLeft: direction === 'rtl',
  };
}

/** Returns the position of the item under the pointer. */
function placeAt(list: HTMLElement, at: { clientX: number; clientY: number }): number | undefined {
  const under = document.elementFromPoint(at.clientX, at.clientY);
  const place = [...list.children].findIndex((item) => item.contains(under));
  return place === -1 ? undefined : place;
}
