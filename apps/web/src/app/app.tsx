/** Connects cache, router and session; only this component reacts to the end of a session. */
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { leaveNotice } from '../lib/notice.ts';
import { holdPage, pageHolder } from '../lib/session/held-page.ts';
import { hasSameAccess } from '../lib/session/same-access.ts';
import {
  currentSession,
  type EndReason,
  onSessionChange,
  type Session,
} from '../lib/session/session.ts';
import { hasUnsavedInput } from '../lib/unsaved-input.ts';
import { BusySignal } from './busy-signal.tsx';
import type { AppRouter } from './router.tsx';

export function App({ router, queryClient }: { router: AppRouter; queryClient: QueryClient }) {
  // The session state that the route guards of the current page have evaluated.
  const standing = useRef(currentStateOf(currentSession()));
  const last = useRef(currentSession());
  useEffect(() => {
    const follow = (session: Session | null, reason: EndReason | null) => {
      const before = standing.current;
      const lastSession = last.current;
      if (session !== null) last.current = session;
      if (session === null && reason === 'expired' && lastSession !== null && hasUnsavedInput()) {
        holdPage(lastSession.user);
        return;
      }
      standing.current = currentStateOf(session);
      const isHeld = pageHolder() !== null;
      holdPage(null);
      if (
        isHeld &&
        session !== null &&
        lastSession !== null &&
        hasSameAccess(session, lastSession)
      ) {
        void queryClient.invalidateQueries();
        return;
      }
      // A changed name of the same user does not affect the guards.
      if (standing.current === before) return;
      // The next user must not see data of the previous one, including responses to requests that a
      // page sent while it was being left. The cache is therefore cleared when a session starts and
      // when it ends.
      queryClient.clear();
      void router.invalidate();
    };
    // Another tab may have shared its session since the first render.
    follow(currentSession(), null);
    const unsubscribe = onSessionChange((session, reason) => {
      if (reason === 'expired') leaveNotice({ kind: 'warning', key: 'common:notice.expired' });
      follow(session, reason);
    });
    return () => {
      unsubscribe();
      holdPage(null);
    };
  }, [router, queryClient]);
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <BusySignal router={router} queryClient={queryClient} />
    </QueryClientProvider>
  );
}

/** The part of the session that the route guards depend on. */
function currentStateOf(session: Session | null): string {
  if (session === null) return '';
  return [session.token, session.resetPassword, session.secondFactorDue].join();
}
