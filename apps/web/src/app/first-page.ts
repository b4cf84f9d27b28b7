import type { QueryClient } from '@tanstack/react-query';
import { hasPage } from '../config/paths.ts';
import { currentSession } from '../lib/session.ts';
import { callQuery } from '../lib/use-call.ts';

interface Entry {
  url: string;
  children?: readonly Entry[];
}

/** First address of the server's menu that has a page for this user; null when there is none. */
export async function firstPagePath(queryClient: QueryClient): Promise<string | null> {
  const role = currentSession()?.user.role_type;
  if (role === undefined) return null;
  const answer = await queryClient.ensureQueryData(callQuery('v2.sys.menus', {}));
  return firstOf(answer.data, (url) => hasPage(url, role));
}

function firstOf(entries: readonly Entry[], isPage: (url: string) => boolean): string | null {
  for (const entry of entries) {
    if (isPage(entry.url)) return entry.url;
    const below = firstOf(entry.children ?? [], isPage);
    if (below !== null) return below;
  }
  return null;
}
