import { useRef, useSyncExternalStore } from 'react';
import { currentSession, onSessionChange, type Session } from './session.ts';

/** Returns the current session, or null; re-renders when it changes. */
export function useSession(): Session | null {
  return useSyncExternalStore(onSessionChange, currentSession);
}

/** Returns the session on pages that require one. */
export function useRequiredSession(): Session {
  const session = useSession();
  // When the session ends, the page still renders with the last user until the router leaves it.
  const last = useRef(session);
  if (session !== null) last.current = session;
  if (last.current === null) throw new Error('this page needs a session');
  return last.current;
}

/** Id of the user; unchanged when the session ends, so that the page does not render once more. */
export function useUserId(): number | undefined {
  const last = useRef<number>(undefined);
  return useSyncExternalStore(onSessionChange, () => {
    last.current = currentSession()?.user.user_id ?? last.current;
    return last.current;
  });
}

/** True if the user may only set up a second factor; unchanged when the session ends. */
export function useIsFactorDue(): boolean {
  const last = useRef(false);
  return useSyncExternalStore(onSessionChange, () => {
    const session = currentSession();
    // A session stored by an earlier version does not have this member.
    if (session !== null) last.current = session.secondFactorDue === true;
    return last.current;
  });
}
