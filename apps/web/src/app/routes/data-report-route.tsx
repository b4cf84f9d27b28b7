/** Reports; their translations and code are loaded on first use. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { PATHS } from '../../config/paths.ts';
import { readReportSearch } from '../../features/data-report/report-search.ts';
import { loadTexts } from '../../i18n/i18n.ts';
import { loadPage } from '../load-page.ts';
import { shellRoute } from './shell-route.tsx';

export const dataReportRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.dataReport,
  staticData: { title: 'shell:menu.data-report' },
  validateSearch: readReportSearch,
  loader: () => loadTexts('reports'),
  component: lazyRouteComponent(
    () => loadPage(import('../../features/data-report/data-report-page.tsx')),
    'DataReportPage',
  ),
});
