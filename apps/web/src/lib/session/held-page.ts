/**
 * The page with unsaved input that waits for its user after an expired session. It stays mounted
 * behind the sign-in, so that nothing that was typed is lost.
 */
import { useSyncExternalStore } from 'react';
import type { SessionUser } from './session-user.ts';

let holder: SessionUser | null = null;
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Null releases the page. */
export function holdPage(user: SessionUser | null): void {
  holder = user;
  for (const listener of [...listeners]) listener();
}

/** The user whose page waits; null if none does. */
export const pageHolder = (): SessionUser | null => holder;

export const usePageHolder = (): SessionUser | null => useSyncExternalStore(subscribe, pageHolder);
