/** The page of one device and its tabs; translations and code load on first use. */
import { createRoute, type ResolveFullPath, type ResolveId } from '@tanstack/react-router';
import { PATHS } from '../../../config/paths.ts';
import { type AlarmSearch, readAlarmSearch } from '../../../features/alarms/alarm-search.ts';
import { type FeesDetailSearch, readFeesDetailSearch } from '../../../features/fees/fees-search.ts';
import type { SearchInput } from '../../../lib/address/search-params.ts';
import { loadPage } from '../../load-page.ts';
import { type PageParts, pageOptions, shellPage } from '../shell-page.ts';
import {
  readControlSearch,
  readProtectionSearch,
  readReadingsSearch,
  readRecordSearch,
} from './device-page-search.ts';

const loadDevicePage = () =>
  loadPage(import('../../../features/device-page/components/device-page.tsx'));

export const deviceRoute = shellPage(PATHS.device, {
  title: 'shell:menu.device-info',
  texts: ['devices', 'control', 'device-page'],
  load: async () => ({ DevicePage: (await loadDevicePage()).DevicePage }),
  component: 'DevicePage',
  ahead: async (client, { code = '' }) => (await loadDevicePage()).requestDevice(client, code),
});

/** Creates the route of a tab. */
function deviceTab<
  TPath extends string,
  TModule extends Record<string, () => React.ReactNode>,
  TSearch = undefined,
>(path: TPath, parts: PageParts<TModule, TSearch>) {
  return createRoute<
    unknown,
    typeof deviceRoute,
    TPath,
    ResolveFullPath<typeof deviceRoute, TPath>,
    string,
    ResolveId<typeof deviceRoute, string, TPath>,
    TSearch
  >({ getParentRoute: () => deviceRoute, path, ...pageOptions(parts) });
}

const overviewTab = deviceTab('/', {
  title: 'shell:menu.device-info',
  texts: ['data', 'analysis', 'log', 'fees', 'device-deploy', 'protection', 'maps'],
  load: () => import('../../../features/device-page/components/overview-tab.tsx'),
  component: 'OverviewTab',
});

const dataTab = deviceTab('data', {
  title: 'shell:menu.device-data',
  search: readReadingsSearch,
  texts: ['data', 'analysis', 'log', 'protection'],
  load: () => import('../../../features/device-data/readings-tab.tsx'),
  component: 'ReadingsTab',
});

const controlTab = deviceTab('control', {
  title: 'shell:menu.remote-control',
  search: readControlSearch,
  texts: ['slaves', 'timers', 'protection'],
  load: () => import('../../../features/device-control/control-tab.tsx'),
  component: 'ControlTab',
});

const protectionTab = deviceTab('protection', {
  title: 'shell:menu.automatic-control',
  search: readProtectionSearch,
  texts: ['protection'],
  load: () => import('../../../features/protection/protections-tab.tsx'),
  component: 'ProtectionsTab',
});

const energyTab = deviceTab('energy', {
  title: 'shell:page.fees-detail',
  search: (search: SearchInput): FeesDetailSearch => readFeesDetailSearch(search),
  texts: ['fees'],
  load: () => import('../../../features/fees/device-fees-tab.tsx'),
  component: 'DeviceFeesTab',
});

const recordTab = deviceTab('record', {
  title: 'shell:menu.device-information',
  search: readRecordSearch,
  texts: ['device-information', 'device-deploy', 'protection', 'protection-templates'],
  load: () => import('../../../features/device-information/record-tab.tsx'),
  component: 'RecordTab',
});

const alarmsTab = deviceTab('alarms', {
  title: 'shell:menu.alarm-history',
  search: (search: SearchInput): AlarmSearch => readAlarmSearch(search),
  load: () => import('../../../features/device-page/components/alarms-tab.tsx'),
  component: 'AlarmsTab',
});

export const devicePageRoute = deviceRoute.addChildren([
  overviewTab,
  dataTab,
  controlTab,
  protectionTab,
  energyTab,
  recordTab,
  alarmsTab,
]);
