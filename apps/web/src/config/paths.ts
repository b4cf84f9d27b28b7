/**
 * Every address of the navigation table (part 2, section 2). A page that is built has a route of
 * its own under `app/routes/`; every other address leads to the first page of the user's menu.
 */
import type { Role } from '@busbar/domain/access/role';

export const PATHS = {
  root: '/',
  login: '/login',
  register: '/register',
  audit: '/register/audit',
  modifyPassword: '/modifypassword',
  home: '/home',
  index: '/index',
  dashboard: '/dashboard',
  deviceManage: '/devicemanage',
  deviceData: '/device',
  deviceControl: '/devicecontrol',
  groupControl: '/devicecontroller',
  protection: '/automatic',
  protectionTemplates: '/protection-templates',
  rates: '/rate',
  fees: '/feesselect',
  feesDetail: '/feesdetail',
  settlement: '/settlement',
  bill: '/bill',
  energyRepair: '/energy-repair',
  alarmInfo: '/alarm/alarmInfo',
  liveAlarms: '/realalarm',
  alarmHistory: '/historyalarm',
  alarmRules: '/alarm-rules',
  notificationSettings: '/notification-setting',
  notifications: '/notifications',
  log: '/log',
  rejectedMessages: '/rejected-messages',
  apiKeys: '/apimanage',
  forwarding: '/forwarding',
  towers: '/tower-device',
  command: '/command',
} as const;

const EVERYBODY: readonly Role[] = ['admin', 'operator', 'viewer'];
const CONTROLLERS: readonly Role[] = ['admin', 'operator'];

/** Pages that stand, and who may open them; the server's word on each call decides in the end. */
export const BUILT_PAGES: Readonly<Record<string, readonly Role[]>> = {
  [PATHS.dashboard]: EVERYBODY,
  [PATHS.deviceManage]: EVERYBODY,
  [PATHS.deviceData]: EVERYBODY,
  [PATHS.deviceControl]: EVERYBODY,
  [PATHS.groupControl]: CONTROLLERS,
  [PATHS.protection]: EVERYBODY,
  [PATHS.protectionTemplates]: EVERYBODY,
  [PATHS.rates]: EVERYBODY,
  [PATHS.fees]: EVERYBODY,
  [PATHS.feesDetail]: EVERYBODY,
  [PATHS.settlement]: ['admin'],
  [PATHS.bill]: EVERYBODY,
  [PATHS.energyRepair]: ['admin'],
  [PATHS.alarmInfo]: EVERYBODY,
  [PATHS.liveAlarms]: EVERYBODY,
  [PATHS.alarmHistory]: EVERYBODY,
  [PATHS.alarmRules]: EVERYBODY,
  [PATHS.notificationSettings]: EVERYBODY,
  [PATHS.notifications]: EVERYBODY,
  [PATHS.log]: EVERYBODY,
  [PATHS.rejectedMessages]: ['admin'],
  [PATHS.apiKeys]: ['admin'],
  [PATHS.forwarding]: ['admin'],
  [PATHS.command]: CONTROLLERS,
  [PATHS.towers]: EVERYBODY,
  [PATHS.audit]: ['platform'],
};

/** Addresses of the table without a page of their own. */
export const OTHER_PATHS = [
  '/data-report',
  '/realData',
  '/allocation',
  '/deviceinformation',
  '/devicedeploy',
  '/devicedeploy_88C',
  '/devicetype',
  '/role',
  '/user',
  '/regmanage',
  '/menu',
  '/deviceimport',
  '/grouplist',
  '/grouptab',
  '/registerdevice',
  '/configuration',
  '/group',
  '/project-set',
  '/project-manage',
  '/alarm-setting',
  '/project-control',
  '/control-manage',
  '/timer-control',
  '/project-view',
  '/project-view-manage',
  '/project-view-alarm',
  '/project-view-warning',
  '/project-view-log',
  '/project-view-bill',
  '/project-view-energy',
  '/project-view-parameter',
  '/project-view-monitor',
  '/project-defend',
] as const;

/** Whether a user of that role has a page at this address. */
export function hasPage(path: string, role: Role): boolean {
  return BUILT_PAGES[path]?.includes(role) ?? false;
}
