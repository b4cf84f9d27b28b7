import type { QueryClient } from '@tanstack/react-query';
import { hasPage, PATHS } from '../config/paths.ts';
import { callQuery } from '../lib/calls/use-call.ts';
import { currentSession } from '../lib/session/session.ts';
import { holderOf } from '../lib/session/use-may.ts';
import { startPage } from '../lib/start-page.ts';

interface Entry {
  url: string;
  children?: readonly Entry[];
}

/**
 * Returns the start page of the user, else the first path in the server's menu with a page for this
 * user; null if there is none.
 */
export async function firstPagePath(queryClient: QueryClient): Promise<string | null> {
  const user = currentSession()?.user;
  if (user === undefined) return null;
  const answer = await queryClient.ensureQueryData(callQuery('v2.sys.menus', {}));
  const isPage = (url: string) => hasPage(url, holderOf(user));
  // A chosen page that has left the menu, or whose permission was withdrawn, is not opened.
  const chosen = startPage(user.user_id);
  const start = firstOf(answer.data, (url) => url === chosen && isPage(url));
  if (start !== null) return start;
  // A user who activates customers starts at pending registrations, regardless of the menu order.
  const waiting = firstOf(answer.data, (url) => url === PATHS.registrations && isPage(url));
  return waiting ?? firstOf(answer.data, isPage);
}

/** True if the dashboard is probably the first page: the menu may lack it, or start elsewhere. */
export function mayStartAtDashboard(): boolean {
  const user = currentSession()?.user;
  if (user === undefined) return false;
  const chosen = startPage(user.user_id);
  return (
    (chosen === null || chosen === PATHS.dashboard) && hasPage(PATHS.dashboard, holderOf(user))
  );
}

function firstOf(entries: readonly Entry[], isPage: (url: string) => boolean): string | null {
  for (const entry of entries) {
    if (isPage(entry.url)) return entry.url;
    const below = firstOf(entry.children ?? [], isPage);
    if (below !== null) return below;
  }
  return null;
}
