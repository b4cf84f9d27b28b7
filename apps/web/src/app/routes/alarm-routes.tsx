/** Alarms: overview, live, history, rules. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { PATHS } from '../../config/paths.ts';
import { type AlarmSearch, readAlarmSearch } from '../../features/alarms/alarm-search.ts';
import { present, readOneOf, type SearchInput } from '../../lib/address/search-params.ts';
import { loadPage } from '../load-page.ts';
import { shellRoute } from './shell-route.tsx';

export interface AlarmInfoSearch extends AlarmSearch {
  period?: 'day' | 'month' | 'year';
}

export const alarmInfoRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.alarmInfo,
  staticData: { title: 'shell:menu.alarm-info' },
  validateSearch: (search: SearchInput): AlarmInfoSearch => ({
    ...readAlarmSearch(search),
    ...present({ period: readOneOf(search.period, ['day', 'month', 'year']) }),
  }),
  component: lazyRouteComponent(
    () => loadPage(import('../../features/alarms/alarm-info-page.tsx')),
    'AlarmInfoPage',
  ),
});

export const liveAlarmsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.liveAlarms,
  staticData: { title: 'shell:menu.alarm-live' },
  component: lazyRouteComponent(
    () => loadPage(import('../../features/alarms/live-alarms-page.tsx')),
    'LiveAlarmsPage',
  ),
});

export const alarmHistoryRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.alarmHistory,
  staticData: { title: 'shell:menu.alarm-history' },
  validateSearch: readAlarmSearch,
  component: lazyRouteComponent(
    () => loadPage(import('../../features/alarms/alarm-history-page.tsx')),
    'AlarmHistoryPage',
  ),
});

export interface AlarmRulesSearch {
  tab?: 'rules' | 'windows';
}

export const alarmRulesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.alarmRules,
  staticData: { title: 'shell:menu.alarm-rules' },
  validateSearch: (search: SearchInput): AlarmRulesSearch =>
    present({ tab: readOneOf(search.tab, ['rules', 'windows']) }),
  component: lazyRouteComponent(
    () => loadPage(import('../../features/alarm-rules/alarm-rules-page.tsx')),
    'AlarmRulesPage',
  ),
});
