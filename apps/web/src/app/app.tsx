/** Joins cache, router and session; the only place that reacts to a session's end. */
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { leaveNotice } from '../lib/notice.ts';
import { currentSession, onSessionChange, type Session } from '../lib/session.ts';
import { BusySignal } from './busy-signal.tsx';
import type { AppRouter } from './router.tsx';

export function App({ router, queryClient }: { router: AppRouter; queryClient: QueryClient }) {
  // What the guards of the first page were asked by.
  const standing = useRef(standingOf(currentSession()));
  useEffect(() => {
    const follow = (session: Session | null) => {
      const before = standing.current;
      standing.current = standingOf(session);
      // A new name of the same user changes no way.
      if (standing.current === before) return;
      // The next user must not find a trace of the last one's data: also not of what a page still
      // asked for while it was being left, hence at the start as well as at the end.
      queryClient.clear();
      void router.invalidate();
    };
    // Another tab may have handed its session over since the first render.
    follow(currentSession());
    return onSessionChange((session, reason) => {
      if (reason === 'expired') leaveNotice({ kind: 'warning', key: 'common:notice.expired' });
      follow(session);
    });
  }, [router, queryClient]);
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <BusySignal router={router} queryClient={queryClient} />
    </QueryClientProvider>
  );
}

/** What the guards decide by. */
function standingOf(session: Session | null): string {
  if (session === null) return '';
  return [session.token, session.resetPassword, session.secondFactorDue].join();
}
