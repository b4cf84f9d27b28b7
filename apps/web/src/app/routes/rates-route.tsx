/** Tariffs; their translations and code are loaded on first use. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { PATHS } from '../../config/paths.ts';
import { readRateSearch } from '../../features/rates/rate-search.ts';
import { loadTexts } from '../../i18n/i18n.ts';
import { loadPage } from '../load-page.ts';
import { shellRoute } from './shell-route.tsx';

export const ratesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.rates,
  staticData: { title: 'shell:menu.tariff' },
  validateSearch: readRateSearch,
  loader: () => loadTexts('rates'),
  component: lazyRouteComponent(
    () => loadPage(import('../../features/rates/rates-page.tsx')),
    'RatesPage',
  ),
});
