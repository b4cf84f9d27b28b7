/** Data for other systems, by pull and by push: API keys, API reference, forwarding. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readTableSearch, type TableSearch } from '../../../components/table/table-search.ts';
import { PATHS } from '../../../config/paths.ts';
import { loadTexts } from '../../../i18n/i18n.ts';
import {
  present,
  readOneOf,
  readText,
  type SearchInput,
} from '../../../lib/address/search-params.ts';
import { loadPage } from '../../load-page.ts';
import { shellRoute } from '../shell-route.tsx';

export const apiKeysRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.apiKeys,
  staticData: { title: 'shell:menu.authorisation' },
  validateSearch: readTableSearch,
  loader: () => loadTexts('api-keys'),
  component: lazyRouteComponent(
    () => loadPage(import('../../../features/api-keys/api-keys-page.tsx')),
    'ApiKeysPage',
  ),
});

export interface ReferenceSearch {
  q?: string;
}

export const apiReferenceRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.apiReference,
  staticData: { title: 'api-reference:title' },
  validateSearch: (search: SearchInput): ReferenceSearch => present({ q: readText(search.q) }),
  loader: () => loadTexts('api-reference', 'roles'),
  component: lazyRouteComponent(
    () => loadPage(import('../../../features/api-reference/api-reference-page.tsx')),
    'ApiReferencePage',
  ),
});

export interface ForwardingSearch extends TableSearch {
  tab?: 'target' | 'deliveries' | 'dead';
}

export const forwardingRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.forwarding,
  staticData: { title: 'shell:menu.forwarding' },
  validateSearch: (search: SearchInput): ForwardingSearch => ({
    ...readTableSearch(search),
    ...present({ tab: readOneOf(search.tab, ['target', 'deliveries', 'dead']) }),
  }),
  loader: () => loadTexts('forwarding'),
  component: lazyRouteComponent(
    () => loadPage(import('../../../features/forwarding/forwarding-page.tsx')),
    'ForwardingPage',
  ),
});
