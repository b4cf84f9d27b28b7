/** The page of one device and its tabs; translations and code load on first use. */
import { PROTECTION_TABS, type ProtectionTab } from '@busbar/domain/protection/protection-tab';
import {
  type AnyValidator,
  type Constrain,
  createRoute,
  type DefaultValidator,
  lazyRouteComponent,
  type ResolveFullPath,
  type ResolveId,
} from '@tanstack/react-router';
import { readTableSearch, type TableSearch } from '../../../components/table/table-search.ts';
import { PATHS } from '../../../config/paths.ts';
import { type AlarmSearch, readAlarmSearch } from '../../../features/alarms/alarm-search.ts';
import { DATA_TABS, type DataTab } from '../../../features/device-data/data-tabs.ts';
import {
  type HistorySearch,
  readHistorySearch,
} from '../../../features/device-data/history/history-search.ts';
import type { ConnectionRange } from '../../../features/device-information/connection-span.ts';
import {
  INFORMATION_TABS,
  type InformationTab,
} from '../../../features/device-information/information-tabs.ts';
import { type FeesDetailSearch, readFeesDetailSearch } from '../../../features/fees/fees-search.ts';
import { loadTexts } from '../../../i18n/i18n.ts';
import {
  present,
  readMoment,
  readOneOf,
  readText,
  type SearchInput,
} from '../../../lib/address/search-params.ts';
import { loadPage } from '../../load-page.ts';
import { shellPage } from '../shell-page.ts';

export const deviceRoute = shellPage(PATHS.device, {
  title: 'shell:menu.device-info',
  texts: ['devices', 'control', 'device-page'],
  load: () => import('../../../features/device-page/components/device-page.tsx'),
  component: 'DevicePage',
});

/** Creates the route of a tab; its translations and code are loaded on first use. */
function deviceTab<
  TPath extends string,
  TModule extends Record<string, () => React.ReactNode>,
  TSearch = undefined,
>(
  path: TPath,
  options: {
    readonly title: string;
    readonly search?: Constrain<TSearch, AnyValidator, DefaultValidator>;
    readonly texts?: readonly string[];
    readonly load: () => Promise<TModule>;
    readonly component: keyof TModule;
  },
) {
  const { title, search, texts = [], load, component } = options;
  return createRoute<
    unknown,
    typeof deviceRoute,
    TPath,
    ResolveFullPath<typeof deviceRoute, TPath>,
    string,
    ResolveId<typeof deviceRoute, string, TPath>,
    TSearch
  >({
    getParentRoute: () => deviceRoute,
    path,
    staticData: { title },
    validateSearch: search,
    loader: () => loadTexts(...texts),
    component: lazyRouteComponent(() => loadPage(load()), component),
  });
}

const overviewTab = deviceTab('/', {
  title: 'shell:menu.device-info',
  texts: ['data', 'analysis', 'log', 'fees', 'device-deploy', 'protection'],
  load: () => import('../../../features/device-page/components/overview-tab.tsx'),
  component: 'OverviewTab',
});

export interface ReadingsSearch extends HistorySearch {
  tab?: DataTab;
}

export const readReadingsSearch = (search: SearchInput): ReadingsSearch => ({
  ...readHistorySearch(search),
  ...present({ tab: readOneOf(search.tab, DATA_TABS) }),
});

const dataTab = deviceTab('data', {
  title: 'shell:menu.device-data',
  search: readReadingsSearch,
  texts: ['data', 'analysis', 'log'],
  load: () => import('../../../features/device-data/readings-tab.tsx'),
  component: 'ReadingsTab',
});

export interface ControlSearch {
  mode?: 'control' | 'lock';
  /** Code of the device whose timers are open. */
  timers?: string;
}

export const readControlSearch = (search: SearchInput): ControlSearch =>
  present({
    mode: readOneOf(search.mode, ['control', 'lock']),
    timers: readText(search.timers, 64),
  });

const controlTab = deviceTab('control', {
  title: 'shell:menu.remote-control',
  search: readControlSearch,
  texts: ['slaves', 'timers', 'protection'],
  load: () => import('../../../features/device-control/control-tab.tsx'),
  component: 'ControlTab',
});

export interface ProtectionSearch {
  tab?: ProtectionTab;
}

export const readProtectionSearch = (search: SearchInput): ProtectionSearch =>
  present({ tab: readOneOf(search.tab, PROTECTION_TABS) });

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

export interface RecordSearch extends TableSearch {
  tab?: InformationTab;
  /** Time range of signal chart and connection log; dates are in the customer's time zone. */
  range?: ConnectionRange;
  from?: string;
  to?: string;
}

export const readRecordSearch = (search: SearchInput): RecordSearch => ({
  ...readTableSearch(search),
  ...present({
    tab: readOneOf(search.tab, INFORMATION_TABS),
    range: readOneOf(search.range, ['7d', '30d', '90d', 'custom']),
    from: readMoment(search.from),
    to: readMoment(search.to),
  }),
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
