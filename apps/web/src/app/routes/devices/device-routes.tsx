/**
 * Device list, device data, remote control and protection; each loads its translations and code on
 * first use.
 */
import { PROTECTION_TABS, type ProtectionTab } from '@busbar/domain/protection/protection-tab';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readTableSearch, type TableSearch } from '../../../components/table/table-search.ts';
import { PATHS } from '../../../config/paths.ts';
import { DATA_TABS, type DataTab } from '../../../features/device-data/data-tabs.ts';
import {
  type HistorySearch,
  readHistorySearch,
} from '../../../features/device-data/history/history-search.ts';
import { loadTexts } from '../../../i18n/i18n.ts';
import {
  present,
  readOneOf,
  readText,
  type SearchInput,
} from '../../../lib/address/search-params.ts';
import { loadPage } from '../../load-page.ts';
import { shellRoute } from '../shell-route.tsx';

const CODE_LENGTH = 64;

export interface DeviceListSearch extends TableSearch {
  keyword?: string;
  online?: 'online' | 'offline';
  type?: string;
  /** Code of the device whose drawer is open. */
  open?: string;
}

export const deviceListRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.deviceManage,
  staticData: { title: 'shell:menu.device-info' },
  validateSearch: (search: SearchInput): DeviceListSearch => ({
    ...readTableSearch(search),
    ...present({
      keyword: readText(search.keyword, 100),
      online: readOneOf(search.online, ['online', 'offline']),
      type: readText(search.type, 100),
      open: readText(search.open, CODE_LENGTH),
    }),
  }),
  loader: () => loadTexts('devices', 'maps'),
  component: lazyRouteComponent(
    () => loadPage(import('../../../features/devices/devices-page.tsx')),
    'DevicesPage',
  ),
});

export interface DeviceDataSearch extends HistorySearch {
  device?: string;
  tab?: DataTab;
}

export const deviceDataRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.deviceData,
  staticData: { title: 'shell:menu.device-data' },
  validateSearch: (search: SearchInput): DeviceDataSearch => ({
    ...readHistorySearch(search),
    ...present({
      device: readText(search.device, CODE_LENGTH),
      tab: readOneOf(search.tab, DATA_TABS),
    }),
  }),
  loader: () => loadTexts('devices', 'data', 'analysis', 'log'),
  component: lazyRouteComponent(
    () => loadPage(import('../../../features/device-data/device-data-page.tsx')),
    'DeviceDataPage',
  ),
});

export interface DeviceControlSearch {
  device?: string;
  mode?: 'control' | 'lock';
  /** Code of the device whose timers are open. */
  timers?: string;
}

export const deviceControlRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.deviceControl,
  staticData: { title: 'shell:menu.remote-control' },
  validateSearch: (search: SearchInput): DeviceControlSearch =>
    present({
      device: readText(search.device, CODE_LENGTH),
      mode: readOneOf(search.mode, ['control', 'lock']),
      timers: readText(search.timers, CODE_LENGTH),
    }),
  loader: () => loadTexts('devices', 'control', 'slaves', 'timers', 'protection'),
  component: lazyRouteComponent(
    () => loadPage(import('../../../features/device-control/device-control-page.tsx')),
    'DeviceControlPage',
  ),
});

export interface ProtectionSearch {
  device?: string;
  tab?: ProtectionTab;
}

export const protectionRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.protection,
  staticData: { title: 'shell:menu.automatic-control' },
  validateSearch: (search: SearchInput): ProtectionSearch =>
    present({
      device: readText(search.device, CODE_LENGTH),
      tab: readOneOf(search.tab, PROTECTION_TABS),
    }),
  loader: () => loadTexts('devices', 'control', 'protection'),
  component: lazyRouteComponent(
    () => loadPage(import('../../../features/protection/protection-page.tsx')),
    'ProtectionPage',
  ),
});
