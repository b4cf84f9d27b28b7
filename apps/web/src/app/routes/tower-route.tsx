/** Towers; their translations and code are loaded on first use. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { PATHS } from '../../config/paths.ts';
import { readTowerSearch } from '../../features/tower/tower-search.ts';
import { loadTexts } from '../../i18n/i18n.ts';
import { loadPage } from '../load-page.ts';
import { shellRoute } from './shell-route.tsx';

export const towerRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.towers,
  staticData: { title: 'shell:menu.tower' },
  validateSearch: readTowerSearch,
  // The drawing of the breaker uses translations of `control`.
  loader: () => loadTexts('towers', 'control'),
  component: lazyRouteComponent(
    () => loadPage(import('../../features/tower/tower-page.tsx')),
    'TowerPage',
  ),
});
