/** `/`, `/home` and `/index` all redirect to the first page. */
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { PATHS } from '../../config/paths.ts';
import { currentSession } from '../../lib/session/session.ts';
import { firstPagePath } from '../first-page.ts';
import { loadPage } from '../load-page.ts';
import { rootRoute } from './root-route.tsx';
import { shellRoute } from './shell-route.tsx';

export const indexRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PATHS.root,
  beforeLoad: () => {
    throw redirect({ to: currentSession() === null ? PATHS.login : PATHS.home });
  },
});

export const homeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.home,
  beforeLoad: async ({ context }) => {
    const first = await firstPagePath(context.queryClient);
    if (first !== null) throw redirect({ to: first, replace: true });
  },
  component: lazyRouteComponent(() => loadPage(import('../no-pages.tsx')), 'NoPages'),
});

/** The former path of the start page. */
export const oldIndexRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.index,
  beforeLoad: () => {
    throw redirect({ to: PATHS.home, replace: true });
  },
});
