import {
  createRoute,
  lazyRouteComponent,
  notFound,
  redirect,
  rootRouteId,
} from '@tanstack/react-router';
import { PATHS } from '../../config/paths.ts';
import { currentSession, lastEndReason } from '../../lib/session/session.ts';
import { loadPage } from '../load-page.ts';
import { loadShellTexts } from '../load-shell-texts.ts';
import { rootRoute } from './root-route.tsx';

/** Path of the route of all addresses without a page. */
export const UNKNOWN_ADDRESS = '$';

/**
 * The frame of all pages that need a session. The guard only controls visibility
 * (docs/specification/screens.md 2.1): the server authorizes every call.
 */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  beforeLoad: ({ location, matches }) => {
    const session = currentSession();
    const isUsable = session !== null && !session.resetPassword && !session.secondFactorDue;
    if (!isUsable && matches.at(-1)?.fullPath === `/${UNKNOWN_ADDRESS}`) {
      throw notFound({ routeId: rootRouteId });
    }
    if (session === null) {
      // After an expired session the user returns to this page; after signing out they do not.
      const back = lastEndReason() === 'signed-out' ? {} : { redirect: location.href };
      throw redirect({ to: PATHS.login, search: back });
    }
    if (session.resetPassword) throw redirect({ to: PATHS.modifyPassword });
    if (session.secondFactorDue && location.pathname !== PATHS.account) {
      throw redirect({ to: PATHS.account });
    }
  },
  loader: loadShellTexts,
  staleTime: Number.POSITIVE_INFINITY,
  component: lazyRouteComponent(() => loadPage(import('../shell/shell.tsx')), 'Shell'),
});
