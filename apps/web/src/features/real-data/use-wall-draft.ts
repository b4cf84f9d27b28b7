/** Cells of the wall: those of the open layout, or the unsaved draft. */
import { useCallback, useState } from 'react';
import type { ShownCell, WallLayout } from './api/use-wall.ts';
import { isSameWall } from './wall-cells.ts';

const NO_CELLS: readonly ShownCell[] = [];

interface Draft {
  /** Name in the URL when the draft was created. */
  readonly of: string | undefined;
  /** The layout at that time. */
  readonly base: WallLayout | undefined;
  readonly cells: readonly ShownCell[];
}

export interface WallDraft {
  readonly cells: readonly ShownCell[];
  /** The layout the cells are based on, as loaded. */
  readonly base: WallLayout | undefined;
  readonly isChanged: boolean;
  /** The layout was saved or deleted in another window after the draft was created. */
  readonly isOvertaken: boolean;
  change(make: (cells: readonly ShownCell[]) => readonly ShownCell[]): void;
  /** A save is in progress. */
  readonly isStoring: boolean;
  setStoring(isStoring: boolean): void;
  /** Retains the draft, which overwrites the other window's version when saved. */
  keep(): void;
  drop(): void;
}

export function useWallDraft(
  layouts: readonly WallLayout[] | undefined,
  open: string | undefined,
): WallDraft {
  const [draft, setDraft] = useState<Draft>();
  const [isStoring, setStoring] = useState(false);
  const saved = layouts?.find(({ name }) => name === open);
  // A draft is discarded with its layout; the user has confirmed that before.
  if (draft !== undefined && draft.of !== open) setDraft(undefined);
  const current = draft?.of === open ? draft : undefined;
  const base = current === undefined ? saved : current.base;
  const cells = current?.cells ?? saved?.cells ?? NO_CELLS;
  return {
    cells,
    base,
    isChanged: !isSameWall(cells, base?.cells ?? NO_CELLS),
    isStoring,
    setStoring(next) {
      // Retains the displayed cells while the layouts are refetched under their new names.
      if (next) setDraft({ of: open, base, cells });
      setStoring(next);
    },
    isOvertaken:
      !isStoring && base !== undefined && (saved === undefined || saved.changedAt > base.changedAt),
    change: useCallback(
      (make) =>
        setDraft((old) => {
          const from = old?.of === open ? old : undefined;
          return {
            of: open,
            base: from === undefined ? saved : from.base,
            cells: make(from?.cells ?? saved?.cells ?? NO_CELLS),
          };
        }),
      [saved, open],
    ),
    keep: () => setDraft({ of: open, base: saved, cells }),
    drop: () => setDraft(undefined),
  };
}
