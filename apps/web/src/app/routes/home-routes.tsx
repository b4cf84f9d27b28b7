/** `/`, `/home` and `/index` all redirect to the first page. */
import type { QueryClient } from '@tanstack/react-query';
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { PATHS } from '../../config/paths.ts';
import { requestFirstAmounts } from '../../features/dashboard/api/first-amounts.ts';
import { currentSession } from '../../lib/session/session.ts';
import { firstPagePath, mayStartAtDashboard } from '../first-page.ts';
import { loadPage } from '../load-page.ts';
import { loadShellTexts } from '../load-shell-texts.ts';
import { dashboardRoute } from './dashboard-route.tsx';
import { rootRoute } from './root-route.tsx';
import { shellRoute } from './shell-route.tsx';

export const indexRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PATHS.root,
  beforeLoad: () => {
    throw redirect({ to: currentSession() === null ? PATHS.login : PATHS.home });
  },
});

/**
 * Loads the page that most users see first, and its first amounts, while the menu is requested. A
 * failure is reported when the page is opened.
 */
function prepareDashboard(client: QueryClient): void {
  if (!mayStartAtDashboard()) return;
  void requestFirstAmounts(client);
  const parts = [shellRoute, dashboardRoute].map(({ options }) => options.component?.preload?.());
  void Promise.allSettled([...parts, loadShellTexts()]);
}

export const homeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.home,
  beforeLoad: async ({ context }) => {
    prepareDashboard(context.queryClient);
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
