import { useRef, useSyncExternalStore } from 'react';
import { currentSession, onSessionChange, type Session } from './session.ts';

/** The signed-in session, or null; renders again when it changes. */
export function useSession(): Session | null {
  return useSyncExternalStore(onSessionChange, currentSession);
}

/** The session, inside pages that exist only with one. */
export function useRequiredSession(): Session {
  const session = useSession();
  // When the session ends the page stands until the router has left it, with the last known user.
  const last = useRef(session);
  if (session !== null) last.current = session;
  if (last.current === null) throw new Error('this page needs a session');
  return last.current;
}
