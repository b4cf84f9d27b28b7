/** Tariffs; their translations and code are loaded on first use. */
import { PATHS } from '../../config/paths.ts';
import { readRateSearch } from '../../features/rates/rate-search.ts';
import { shellPage } from './shell-page.ts';

export const ratesRoute = shellPage(PATHS.rates, {
  title: 'shell:menu.tariff',
  search: readRateSearch,
  texts: ['rates'],
  load: () => import('../../features/rates/rates-page.tsx'),
  component: 'RatesPage',
});
