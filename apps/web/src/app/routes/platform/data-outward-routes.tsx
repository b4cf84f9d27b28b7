/** Data for other systems, by pull and by push: API keys, API reference, forwarding. */
import { readTableSearch, type TableSearch } from '../../../components/table/table-search.ts';
import { PATHS } from '../../../config/paths.ts';
import {
  present,
  readOneOf,
  readText,
  type SearchInput,
} from '../../../lib/address/search-params.ts';
import { shellPage } from '../shell-page.ts';

export const apiKeysRoute = shellPage(PATHS.apiKeys, {
  title: 'shell:menu.authorisation',
  search: readTableSearch,
  texts: ['api-keys'],
  load: () => import('../../../features/api-keys/api-keys-page.tsx'),
  component: 'ApiKeysPage',
});

export interface ReferenceSearch {
  q?: string;
}

export const apiReferenceRoute = shellPage(PATHS.apiReference, {
  title: 'api-reference:title',
  search: (search: SearchInput): ReferenceSearch => present({ q: readText(search.q) }),
  texts: ['api-reference', 'roles'],
  load: () => import('../../../features/api-reference/api-reference-page.tsx'),
  component: 'ApiReferencePage',
});

export interface ForwardingSearch extends TableSearch {
  tab?: 'target' | 'deliveries' | 'dead';
}

export const forwardingRoute = shellPage(PATHS.forwarding, {
  title: 'shell:menu.forwarding',
  search: (search: SearchInput): ForwardingSearch => ({
    ...readTableSearch(search),
    ...present({ tab: readOneOf(search.tab, ['target', 'deliveries', 'dead']) }),
  }),
  texts: ['forwarding'],
  load: () => import('../../../features/forwarding/forwarding-page.tsx'),
  component: 'ForwardingPage',
});
