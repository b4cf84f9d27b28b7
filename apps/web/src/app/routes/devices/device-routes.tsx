/** Device list, data, remote control and protection; translations and code load on first use. */
import { PROTECTION_TABS, type ProtectionTab } from '@busbar/domain/protection/protection-tab';
import { readTableSearch, type TableSearch } from '../../../components/table/table-search.ts';
import { PATHS } from '../../../config/paths.ts';
import { DATA_TABS, type DataTab } from '../../../features/device-data/data-tabs.ts';
import {
  type HistorySearch,
  readHistorySearch,
} from '../../../features/device-data/history/history-search.ts';
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
      open: readText(search.open, CODE_LENGTH),
    }),
  }),
  texts: ['devices', 'maps'],
  load: () => import('../../../features/devices/devices-page.tsx'),
  component: 'DevicesPage',
});

export interface DeviceDataSearch extends HistorySearch {
  device?: string;
  tab?: DataTab;
}

export const deviceDataRoute = shellPage(PATHS.deviceData, {
  title: 'shell:menu.device-data',
  search: (search: SearchInput): DeviceDataSearch => ({
    ...readHistorySearch(search),
    ...present({
      device: readText(search.device, CODE_LENGTH),
      tab: readOneOf(search.tab, DATA_TABS),
    }),
  }),
  texts: ['devices', 'data', 'analysis', 'log'],
  load: () => import('../../../features/device-data/device-data-page.tsx'),
  component: 'DeviceDataPage',
});

export interface DeviceControlSearch {
  device?: string;
  mode?: 'control' | 'lock';
  /** Code of the device whose timers are open. */
  timers?: string;
}

export const deviceControlRoute = shellPage(PATHS.deviceControl, {
  title: 'shell:menu.remote-control',
  search: (search: SearchInput): DeviceControlSearch =>
    present({
      device: readText(search.device, CODE_LENGTH),
      mode: readOneOf(search.mode, ['control', 'lock']),
      timers: readText(search.timers, CODE_LENGTH),
    }),
  texts: ['devices', 'control', 'slaves', 'timers', 'protection'],
  load: () => import('../../../features/device-control/device-control-page.tsx'),
  component: 'DeviceControlPage',
});

export interface ProtectionSearch {
  device?: string;
  tab?: ProtectionTab;
}

export const protectionRoute = shellPage(PATHS.protection, {
  title: 'shell:menu.automatic-control',
  search: (search: SearchInput): ProtectionSearch =>
    present({
      device: readText(search.device, CODE_LENGTH),
      tab: readOneOf(search.tab, PROTECTION_TABS),
    }),
  texts: ['devices', 'control', 'protection'],
  load: () => import('../../../features/protection/protection-page.tsx'),
  component: 'ProtectionPage',
});
