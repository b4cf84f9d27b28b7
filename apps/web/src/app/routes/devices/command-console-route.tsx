/** The protocol console; its translations and code are loaded on first use. */
import { readTableSearch, type TableSearch } from '../../../components/table/table-search.ts';
import { PATHS } from '../../../config/paths.ts';
import {
  present,
  readOneOf,
  readText,
  type SearchInput,
} from '../../../lib/address/search-params.ts';
import { shellPage } from '../shell-page.ts';

export interface CommandConsoleSearch extends TableSearch {
  device?: string;
  tab?: 'request' | 'reply' | 'explain' | 'history';
}

export const commandConsoleRoute = shellPage(PATHS.command, {
  title: 'shell:menu.protocol-control',
  search: (search: SearchInput): CommandConsoleSearch => ({
    ...readTableSearch(search),
    ...present({
      device: readText(search.device, 64),
      tab: readOneOf(search.tab, ['request', 'reply', 'explain', 'history']),
    }),
  }),
  texts: ['console', 'devices'],
  load: () => import('../../../features/command-console/command-console-page.tsx'),
  component: 'CommandConsolePage',
});
