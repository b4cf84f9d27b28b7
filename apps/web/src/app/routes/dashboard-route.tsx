import { PATHS } from '../../config/paths.ts';
import { requestFirstAmounts } from '../../features/dashboard/api/first-amounts.ts';
import { present, readOneOf, type SearchInput } from '../../lib/address/search-params.ts';
import { shellPage } from './shell-page.ts';

export interface DashboardSearch {
  /**
   * Period of the chart; `year` is accepted but shown as not available, because no call supports it
   * (docs/specification/dashboard.md 2.6).
   */
  period?: 'day' | 'month' | 'year';
  value?: 'energy' | 'fee';
  shape?: 'line' | 'bar';
  /** Pins of the map show the state unless `load` is set. */
  pins?: 'load';
}

export const dashboardRoute = shellPage(PATHS.dashboard, {
  title: 'shell:menu.home',
  search: (search: SearchInput): DashboardSearch =>
    present({
      period: readOneOf(search.period, ['day', 'month', 'year']),
      value: readOneOf(search.value, ['energy', 'fee']),
      shape: readOneOf(search.shape, ['line', 'bar']),
      pins: readOneOf(search.pins, ['load']),
    }),
  texts: ['dashboard', 'devices', 'control', 'maps'],
  load: () => import('../../features/dashboard/dashboard-page.tsx'),
  component: 'DashboardPage',
  ahead: requestFirstAmounts,
});
