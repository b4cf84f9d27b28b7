/** State of the open list of first steps; the search opens it too. */
import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let isOpen = false;

export function setListOpen(open: boolean): void {
  isOpen = open;
  for (const listener of [...listeners]) listener();
}

export const useIsListOpen = (): boolean => useSyncExternalStore(subscribe, () => isOpen);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
