/** Control of many devices at once; its translations and code are loaded on first use. */
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

export interface GroupControlSearch extends TableSearch {
  keyword?: string;
  online?: 'online' | 'offline';
  type?: string;
  /** Batch command whose progress is displayed. */
  batch?: string;
}

export const groupControlRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.groupControl,
  staticData: { title: 'shell:menu.group-control' },
  validateSearch: (search: SearchInput): GroupControlSearch => ({
    ...readTableSearch(search),
    ...present({
      keyword: readText(search.keyword, 100),
      online: readOneOf(search.online, ['online', 'offline']),
      type: readText(search.type, 100),
      batch: readText(search.batch, 36),
    }),
  }),
  loader: () => loadTexts('devices', 'control', 'group-control'),
  component: lazyRouteComponent(
    () => loadPage(import('../../../features/group-control/group-control-page.tsx')),
    'GroupControlPage',
  ),
});
