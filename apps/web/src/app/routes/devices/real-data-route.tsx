/** The live wall; its translations and code are loaded on first use. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { PATHS } from '../../../config/paths.ts';
import { readRealDataSearch } from '../../../features/real-data/real-data-search.ts';
import { loadTexts } from '../../../i18n/i18n.ts';
import { loadPage } from '../../load-page.ts';
import { shellRoute } from '../shell-route.tsx';

export const realDataRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.realData,
  staticData: { title: 'shell:menu.live-wall' },
  validateSearch: readRealDataSearch,
  loader: () => loadTexts('live-wall'),
  component: lazyRouteComponent(
    () => loadPage(import('../../../features/real-data/real-data-page.tsx')),
    'RealDataPage',
  ),
});
