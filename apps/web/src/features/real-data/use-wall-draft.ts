/** The cells on the wall: those of the open layout, or what was made of them and is not saved yet. */
import { useCallback, useState } from 'react';
import type { ShownCell, WallLayout } from './api/use-wall.ts';
import { isSameWall } from './wall-cells.ts';

const NO_CELLS: readonly ShownCell[] = [];

interface Draft {
  /** Name in the address when it was begun. */
  readonly of: string | undefined;
  /** The layout as it was then. */
  readonly base: WallLayout | undefined;
  readonly cells: readonly ShownCell[];
}

export interface WallDraft {
  readonly cells: readonly ShownCell[];
  /** The layout the cells come from, as it was read. */
  readonly base: WallLayout | undefined;
  readonly isChanged: boolean;
  /** The layout was saved or deleted in another window since the change began. */
  readonly isOvertaken: boolean;
  change(make: (cells: readonly ShownCell[]) => readonly ShownCell[]): void;
  /** A saving is under way. */
  readonly isStoring: boolean;
  setStoring(isStoring: boolean): void;
  /** What was changed goes over what the other window saved. */
  keep(): void;
  drop(): void;
}

export function useWallDraft(
  layouts: readonly WallLayout[] | undefined,
  open: string | undefined,
): WallDraft {
  const [draft, setDraft] = useState<Draft>();
  const [isStoring, setStoring] = useState(false);
  const kept = layouts?.find(({ name }) => name === open);
  // What was not saved goes with the layout it was of; its owner was asked before.
  if (draft !== undefined && draft.of !== open) setDraft(undefined);
  const mine = draft?.of === open ? draft : undefined;
  const base = mine === undefined ? kept : mine.base;
  const cells = mine?.cells ?? kept?.cells ?? NO_CELLS;
  return {
    cells,
    base,
    isChanged: !isSameWall(cells, base?.cells ?? NO_CELLS),
    isStoring,
    setStoring(next) {
      // What is shown stays while the layouts are read anew, under their new names.
      if (next) setDraft({ of: open, base, cells });
      setStoring(next);
    },
    isOvertaken:
      !isStoring && base !== undefined && (kept === undefined || kept.changedAt > base.changedAt),
    change: useCallback(
      (make) =>
        setDraft((old) => {
          const from = old?.of === open ? old : undefined;
          return {
            of: open,
            base: from === undefined ? kept : from.base,
            cells: make(from?.cells ?? kept?.cells ?? NO_CELLS),
          };
        }),
      [kept, open],
    ),
    keep: () => setDraft({ of: open, base: kept, cells }),
    drop: () => setDraft(undefined),
  };
}
