/** Screens of alarms and their rules. */
import {
  addWindow,
  changeRule,
  dealWithAlarm,
  goToAlarm,
  openAlarm,
  openBell,
} from '../acts/alarms.ts';
import type { Screen } from './screen.ts';

export const ALARMS_SCREENS: readonly Screen[] = [
  { name: 'alarm-info', path: '/alarm/alarmInfo', as: 'demo' },
  { name: 'alarms-live', path: '/realalarm', as: 'demo' },
  { name: 'alarms-bell', path: '/realalarm', as: 'demo', act: openBell },
  { name: 'alarms-deal', path: '/realalarm', as: 'demo', act: dealWithAlarm },
  { name: 'alarm-history', path: '/historyalarm', as: 'demo' },
  { name: 'alarm-drawer', path: '/historyalarm', as: 'demo', act: openAlarm },
  { name: 'alarm-moment', path: '/historyalarm', as: 'demo', act: goToAlarm },
  { name: 'alarm-rules', path: '/alarm-rules', as: 'demo' },
  { name: 'alarm-rule', path: '/alarm-rules', as: 'demo', act: changeRule },
  { name: 'alarm-windows', path: '/alarm-rules?tab=windows', as: 'demo' },
  { name: 'alarm-window', path: '/alarm-rules?tab=windows', as: 'demo', act: addWindow },
];
