/** The protocol console; its translations and code are loaded on first use. */
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

export interface CommandConsoleSearch extends TableSearch {
  device?: string;
  tab?: 'request' | 'reply' | 'explain' | 'history';
}

export const commandConsoleRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.command,
  staticData: { title: 'shell:menu.protocol-control' },
  validateSearch: (search: SearchInput): CommandConsoleSearch => ({
    ...readTableSearch(search),
    ...present({
      device: readText(search.device, 64),
      tab: readOneOf(search.tab, ['request', 'reply', 'explain', 'history']),
    }),
  }),
  loader: () => loadTexts('console', 'devices'),
  component: lazyRouteComponent(
    () => loadPage(import('../../../features/command-console/command-console-page.tsx')),
    'CommandConsolePage',
  ),
});
