/** Device list; its translations and code are loaded on first use. */
import { BREAKER_POSITIONS, type BreakerPosition } from '@busbar/domain/switch/breaker-position';
import { readTableSearch, type TableSearch } from '../../../components/table/table-search.ts';
import { PATHS } from '../../../config/paths.ts';
import {
  present,
  readOneOf,
  readText,
  type SearchInput,
} from '../../../lib/address/search-params.ts';
import { shellPage } from '../shell-page.ts';

const CODE_LENGTH = 64;

export interface DeviceListSearch extends TableSearch {
  keyword?: string;
  online?: 'online' | 'offline';
  type?: string;
  position?: BreakerPosition;
  /** Code of the device whose drawer is open. */
  open?: string;
}

export const deviceListRoute = shellPage(PATHS.deviceManage, {
  title: 'shell:menu.device-info',
  search: (search: SearchInput): DeviceListSearch => ({
    ...readTableSearch(search),
    ...present({
      keyword: readText(search.keyword, 100),
      online: readOneOf(search.online, ['online', 'offline']),
      type: readText(search.type, 100),
      position: readOneOf(search.position, BREAKER_POSITIONS),
      open: readText(search.open, CODE_LENGTH),
    }),
  }),
  texts: ['devices', 'control', 'maps'],
  load: () => import('../../../features/devices/devices-page.tsx'),
  component: 'DevicesPage',
});
