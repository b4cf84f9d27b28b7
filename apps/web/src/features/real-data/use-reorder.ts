/** Cells are moved by their handles: with the pointer to another cell's place, or with the keys. */
import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import type { ShownCell } from './api/use-wall.ts';
import { placeAfterKey, type WallShape } from './wall-cells.ts';

export interface CellHandle {
  onKey(cell: ShownCell, event: KeyboardEvent): void;
  onGrab(cell: ShownCell, event: PointerEvent<HTMLElement>): void;
}

export function useReorder(
  list: RefObject<HTMLElement | null>,
  cells: readonly ShownCell[],
  onMove: (cell: ShownCell, place: number) => void,
): CellHandle & { readonly held: ShownCell | undefined } {
  const [held, setHeld] = useState<ShownCell>();
  const latest = useRef({ cells, onMove });
  useEffect(() => {
    latest.current = { cells, onMove };
  });
  const ending = useRef<AbortController>(undefined);
  useEffect(() => () => ending.current?.abort(), []);

  const move = useCallback((cell: ShownCell, place: number | undefined) => {
    const now = latest.current;
    if (place !== undefined && place !== now.cells.indexOf(cell)) now.onMove(cell, place);
  }, []);

  const onKey = useCallback(
    (cell: ShownCell, event: KeyboardEvent) => {
      const { cells } = latest.current;
      const place = placeAfterKey(event.key, cells.indexOf(cell), shapeOf(list.current!));
      if (place === undefined) return;
      event.preventDefault();
      move(cell, place);
    },
    [list, move],
  );

  const onGrab = useCallback(
    (cell: ShownCell, event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      const from = latest.current.cells.indexOf(cell);
      const over = new AbortController();
      const { signal } = over;
      ending.current?.abort();
      ending.current = over;
      setHeld(cell);
      signal.addEventListener('abort', () => setHeld(undefined));
      // Not captured: the handle's own place in the document changes on the way.
      addEventListener('pointermove', (at) => move(cell, placeAt(list.current!, at)), { signal });
      addEventListener('pointerup', () => over.abort(), { signal });
      const undo = () => {
        over.abort();
        move(cell, from);
      };
      addEventListener('pointercancel', undo, { signal });
      addEventListener('keydown', ({ key }) => key === 'Escape' && undo(), { signal });
    },
    [list, move],
  );
  return { held, onKey, onGrab };
}

function shapeOf(list: HTMLElement): WallShape {
  const { direction, gridTemplateColumns } = getComputedStyle(list);
  return {
    count: list.children.length,
    columns: gridTemplateColumns.split(' ').length,
    isRightToLeft: direction === 'rtl',
  };
}

/** Place of the cell under the pointer. */
function placeAt(list: HTMLElement, at: { clientX: number; clientY: number }): number | undefined {
  const under = document.elementFromPoint(at.clientX, at.clientY);
  const place = [...list.children].findIndex((cell) => cell.contains(under));
  return place === -1 ? undefined : place;
}
