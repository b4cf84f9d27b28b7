/** Every address without a page. It belongs to the shell, which stays as it is. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadPage } from '../load-page.ts';
import { shellRoute, UNKNOWN_ADDRESS } from './shell-route.tsx';

export const unknownRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: UNKNOWN_ADDRESS,
  component: lazyRouteComponent(() => loadPage(import('../shell/unknown-page.tsx')), 'UnknownPage'),
});
