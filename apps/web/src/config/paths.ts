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
  registerDevice: '/registerdevice',
  deviceImport: '/deviceimport',
  deviceData: '/device',
  realData: '/realData',
  deviceControl: '/devicecontrol',
  groupControl: '/devicecontroller',
  protection: '/automatic',
  protectionTemplates: '/protection-templates',
  rates: '/rate',
  dataReport: '/data-report',
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
  projectSet: '/project-set',
  projectManage: '/project-manage',
  alarmSetting: '/alarm-setting',
  projectControl: '/project-control',
  controlManage: '/control-manage',
  timerControl: '/timer-control',
  projectView: '/project-view',
  projectViewManage: '/project-view-manage',
  projectMonitor: '/project-view-monitor',
  projectAlarms: '/project-view-alarm',
  projectWarnings: '/project-view-warning',
  projectLog: '/project-view-log',
  projectEnergy: '/project-view-energy',
  projectBill: '/project-view-bill',
  projectParameters: '/project-view-parameter',
  projectDefend: '/project-defend',
} as const;

const EVERYBODY: readonly Role[] = ['admin', 'operator', 'viewer'];
const CONTROLLERS: readonly Role[] = ['admin', 'operator'];

/** Pages that stand, and who may open them; the server's word on each call decides in the end. */
export const BUILT_PAGES: Readonly<Record<string, readonly Role[]>> = {
  [PATHS.dashboard]: EVERYBODY,
  [PATHS.deviceManage]: EVERYBODY,
  [PATHS.registerDevice]: CONTROLLERS,
  [PATHS.deviceImport]: CONTROLLERS,
  [PATHS.deviceData]: EVERYBODY,
  [PATHS.realData]: EVERYBODY,
  [PATHS.deviceControl]: EVERYBODY,
  [PATHS.groupControl]: CONTROLLERS,
  [PATHS.protection]: EVERYBODY,
  [PATHS.protectionTemplates]: EVERYBODY,
  [PATHS.rates]: EVERYBODY,
  [PATHS.dataReport]: EVERYBODY,
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
  [PATHS.projectSet]: CONTROLLERS,
  [PATHS.projectManage]: CONTROLLERS,
  [PATHS.alarmSetting]: CONTROLLERS,
  [PATHS.projectControl]: CONTROLLERS,
  [PATHS.controlManage]: CONTROLLERS,
  [PATHS.timerControl]: CONTROLLERS,
  [PATHS.projectDefend]: CONTROLLERS,
  [PATHS.projectView]: EVERYBODY,
  [PATHS.projectViewManage]: EVERYBODY,
  [PATHS.projectMonitor]: EVERYBODY,
  [PATHS.projectAlarms]: EVERYBODY,
  [PATHS.projectWarnings]: EVERYBODY,
  [PATHS.projectLog]: EVERYBODY,
  [PATHS.projectEnergy]: EVERYBODY,
  [PATHS.projectBill]: EVERYBODY,
  [PATHS.projectParameters]: EVERYBODY,
  [PATHS.audit]: ['platform'],
};

/** Pages reached from one of the menu, not by an entry of their own. */
const MENU_PAGES: Readonly<Record<string, string>> = {
  [PATHS.projectManage]: PATHS.projectSet,
  [PATHS.alarmSetting]: PATHS.projectSet,
  [PATHS.controlManage]: PATHS.projectControl,
  [PATHS.timerControl]: PATHS.projectControl,
  [PATHS.projectViewManage]: PATHS.projectView,
  [PATHS.projectMonitor]: PATHS.projectView,
  [PATHS.projectAlarms]: PATHS.projectView,
  [PATHS.projectWarnings]: PATHS.projectView,
  [PATHS.projectLog]: PATHS.projectView,
  [PATHS.projectEnergy]: PATHS.projectView,
  [PATHS.projectBill]: PATHS.projectView,
  [PATHS.projectParameters]: PATHS.projectView,
};

/** The page whose entry of the menu an address belongs to. */
export function menuPageOf(path: string): string {
  return MENU_PAGES[path] ?? path;
}

/** Addresses of the table without a page of their own. */
export const OTHER_PATHS = [
  '/allocation',
  '/deviceinformation',
  '/devicedeploy',
  '/devicedeploy_88C',
  '/devicetype',
  '/role',
  '/user',
  '/regmanage',
  '/menu',
  '/grouplist',
  '/grouptab',
  '/configuration',
  '/group',
] as const;

/** Whether a user of that role has a page at this address. */
export function hasPage(path: string, role: Role): boolean {
  return BUILT_PAGES[path]?.includes(role) ?? false;
}
