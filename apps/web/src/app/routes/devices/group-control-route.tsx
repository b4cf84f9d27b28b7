/** Control of many devices at once; its translations and code are loaded on first use. */
import { readTableSearch, type TableSearch } from '../../../components/table/table-search.ts';
import { PATHS } from '../../../config/paths.ts';
import {
  present,
  readOneOf,
  readText,
  type SearchInput,
} from '../../../lib/address/search-params.ts';
import { shellPage } from '../shell-page.ts';

export interface GroupControlSearch extends TableSearch {
  keyword?: string;
  online?: 'online' | 'offline';
  type?: string;
  /** Batch command whose progress is displayed. */
  batch?: string;
}

export const groupControlRoute = shellPage(PATHS.groupControl, {
  title: 'shell:menu.group-control',
  search: (search: SearchInput): GroupControlSearch => ({
    ...readTableSearch(search),
    ...present({
      keyword: readText(search.keyword, 100),
      online: readOneOf(search.online, ['online', 'offline']),
      type: readText(search.type, 100),
      batch: readText(search.batch, 36),
    }),
  }),
  texts: ['devices', 'control', 'group-control'],
  load: () => import('../../../features/group-control/group-control-page.tsx'),
  component: 'GroupControlPage',
});
