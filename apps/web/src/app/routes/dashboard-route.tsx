import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { PATHS } from '../../config/paths.ts';
import { loadTexts } from '../../i18n/i18n.ts';
import { present, readOneOf, type SearchInput } from '../../lib/address/search-params.ts';
import { loadPage } from '../load-page.ts';
import { shellRoute } from './shell-route.tsx';

export interface DashboardSearch {
  /**
   * Selection of the chart; `year` is accepted but shown as not available, because no call supports
   * it (docs/specification/dashboard.md 2.6).
   */
  period?: 'day' | 'month' | 'year';
  value?: 'energy' | 'fee';
  shape?: 'line' | 'bar';
}

export const dashboardRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.dashboard,
  staticData: { title: 'shell:menu.home' },
  validateSearch: (search: SearchInput): DashboardSearch =>
    present({
      period: readOneOf(search.period, ['day', 'month', 'year']),
      value: readOneOf(search.value, ['energy', 'fee']),
      shape: readOneOf(search.shape, ['line', 'bar']),
    }),
  loader: () => loadTexts('dashboard', 'devices', 'control', 'maps'),
  component: lazyRouteComponent(
    () => loadPage(import('../../features/dashboard/dashboard-page.tsx')),
    'DashboardPage',
  ),
});
