/** Number of columns on full screen, chosen so that a few cells fill it. */
import { useSyncExternalStore } from 'react';

/** Aspect ratio of a cell. */
const SHAPE = 1.3;
/** Narrower cells are unreadable from across a room; remaining cells overflow below the fold. */
const MIN_CELL_PX = 164;

export function roomColumns(cells: number, width: number, height: number): number {
  const fitting = Math.ceil(Math.sqrt((cells * width) / (height * SHAPE)));
  return Math.max(1, Math.min(fitting, cells, Math.floor(width / MIN_CELL_PX)));
}

function onResize(listener: () => void): () => void {
  addEventListener('resize', listener);
  return () => removeEventListener('resize', listener);
}

export function useRoomColumns(cells: number): number {
  return useSyncExternalStore(onResize, () => roomColumns(cells, innerWidth, innerHeight));
}
