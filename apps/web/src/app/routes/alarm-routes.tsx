/** Routes of the alarm pages: overview, live, history, rules. */
import { PATHS } from '../../config/paths.ts';
import { type AlarmSearch, readAlarmSearch } from '../../features/alarms/alarm-search.ts';
import { present, readOneOf, type SearchInput } from '../../lib/address/search-params.ts';
import { shellPage } from './shell-page.ts';

export interface AlarmInfoSearch extends AlarmSearch {
  period?: 'day' | 'month' | 'year';
}

export const alarmInfoRoute = shellPage(PATHS.alarmInfo, {
  title: 'shell:menu.alarm-info',
  search: (search: SearchInput): AlarmInfoSearch => ({
    ...readAlarmSearch(search),
    ...present({ period: readOneOf(search.period, ['day', 'month', 'year']) }),
  }),
  load: () => import('../../features/alarms/alarm-info-page.tsx'),
  component: 'AlarmInfoPage',
});

export const liveAlarmsRoute = shellPage(PATHS.liveAlarms, {
  title: 'shell:menu.alarm-live',
  load: () => import('../../features/alarms/live-alarms-page.tsx'),
  component: 'LiveAlarmsPage',
});

export const alarmHistoryRoute = shellPage(PATHS.alarmHistory, {
  title: 'shell:menu.alarm-history',
  search: readAlarmSearch,
  load: () => import('../../features/alarms/alarm-history-page.tsx'),
  component: 'AlarmHistoryPage',
});

export interface AlarmRulesSearch {
  tab?: 'rules' | 'windows';
}

export const alarmRulesRoute = shellPage(PATHS.alarmRules, {
  title: 'shell:menu.alarm-rules',
  search: (search: SearchInput): AlarmRulesSearch =>
    present({ tab: readOneOf(search.tab, ['rules', 'windows']) }),
  load: () => import('../../features/alarm-rules/alarm-rules-page.tsx'),
  component: 'AlarmRulesPage',
});
