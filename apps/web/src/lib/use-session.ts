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

/** Whether only a second factor may be set up; at the end of a session it stays as it was. */
export function useIsFactorDue(): boolean {
  const last = useRef(false);
  return useSyncExternalStore(onSessionChange, () => {
    const session = currentSession();
    // Asked of storage of a version before this one as well.
    if (session !== null) last.current = session.secondFactorDue === true;
    return last.current;
  });
}
