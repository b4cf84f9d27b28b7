import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readTableSearch } from '../../components/table/table-search.ts';
import { PATHS } from '../../config/paths.ts';
import { readRepairSearch } from '../../features/energy-repair/repair-search.ts';
import {
  readBillSearch,
  readFeesDetailSearch,
  readFeesSearch,
} from '../../features/fees/fees-search.ts';
import { loadTexts } from '../../i18n/i18n.ts';
import { loadPage } from '../load-page.ts';
import { shellRoute } from './shell-route.tsx';

export const feesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.fees,
  staticData: { title: 'shell:menu.fee-query' },
  validateSearch: readFeesSearch,
  loader: () => loadTexts('fees'),
  component: lazyRouteComponent(
    () => loadPage(import('../../features/fees/fees-page.tsx')),
    'FeesPage',
  ),
});

export const feesDetailRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.feesDetail,
  staticData: { title: 'shell:page.fees-detail' },
  validateSearch: readFeesDetailSearch,
  loader: () => loadTexts('fees', 'devices'),
  component: lazyRouteComponent(
    () => loadPage(import('../../features/fees/fees-detail-page.tsx')),
    'FeesDetailPage',
  ),
});

export const settlementRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.settlement,
  staticData: { title: 'shell:menu.settlement' },
  validateSearch: readTableSearch,
  loader: () => loadTexts('fees'),
  component: lazyRouteComponent(
    () => loadPage(import('../../features/fees/settlement-page.tsx')),
    'SettlementPage',
  ),
});

export const billRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.bill,
  staticData: { title: 'shell:page.bill' },
  validateSearch: readBillSearch,
  loader: () => loadTexts('fees'),
  component: lazyRouteComponent(
    () => loadPage(import('../../features/fees/bill-page.tsx')),
    'BillPage',
  ),
});

export const energyRepairRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.energyRepair,
  staticData: { title: 'shell:menu.energy-repair' },
  validateSearch: readRepairSearch,
  loader: () => loadTexts('repair', 'explanation', 'fees'),
  component: lazyRouteComponent(
    () => loadPage(import('../../features/energy-repair/repair-page.tsx')),
    'RepairPage',
  ),
});
