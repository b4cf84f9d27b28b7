/**
 * The navigation table (docs/specification/screens.md 1) and the roles that may see each of its
 * pages (docs/decisions.md 2; ADR 21). It is written by hand, as the expected value of the
 * program's own table.
 */
export const WALKERS = ['admin', 'engineer', 'operator', 'viewer', 'auditor', 'platform'] as const;
export type Walker = (typeof WALKERS)[number];

const EVERYBODY: readonly Walker[] = ['admin', 'engineer', 'operator', 'viewer', 'auditor'];
const OPERATING: readonly Walker[] = ['admin', 'engineer', 'operator'];
const ALL = WALKERS;

/** Pages that do not require a session. */
export const PUBLIC_PAGES = ['/login', '/register', '/register/audit'] as const;

export const SIGNED_IN_PAGES: Readonly<Record<string, readonly Walker[]>> = {
  '/': EVERYBODY,
  '/home': EVERYBODY,
  '/index': EVERYBODY,
  '/log': EVERYBODY,
  '/data-report': EVERYBODY,
  '/alarm/alarmInfo': EVERYBODY,
  '/dashboard': EVERYBODY,
  '/modifypassword': ALL,
  '/realData': EVERYBODY,
  '/feesdetail': EVERYBODY,
  '/allocation': ['admin'],
  '/deviceinformation': EVERYBODY,
  '/devicedeploy': OPERATING,
  '/devicedeploy_88C': EVERYBODY,
  '/devicetype': ['admin', 'engineer', 'platform'],
  '/devicemanage': EVERYBODY,
  '/devicecontrol': EVERYBODY,
  '/automatic': EVERYBODY,
  '/role': ['admin'],
  '/user': ['admin'],
  '/regmanage': ['platform'],
  '/apimanage': ['admin'],
  '/menu': ['admin'],
  '/deviceimport': OPERATING,
  '/device': EVERYBODY,
  '/grouplist': ['admin'],
  '/grouptab': ['admin'],
  '/registerdevice': OPERATING,
  '/command': OPERATING,
  '/configuration': ['platform'],
  '/group': ['admin'],
  '/realalarm': EVERYBODY,
  '/historyalarm': EVERYBODY,
  '/feesselect': EVERYBODY,
  '/settlement': ['admin'],
  '/devicecontroller': OPERATING,
  '/rate': EVERYBODY,
  '/project-set': OPERATING,
  '/project-manage': OPERATING,
  '/alarm-setting': OPERATING,
  '/notification-setting': EVERYBODY,
  '/project-control': OPERATING,
  '/control-manage': OPERATING,
  '/timer-control': OPERATING,
  '/project-view': EVERYBODY,
  '/project-view-manage': EVERYBODY,
  '/project-view-alarm': EVERYBODY,
  '/project-view-warning': EVERYBODY,
  '/project-view-log': EVERYBODY,
  '/project-view-bill': EVERYBODY,
  '/project-view-energy': EVERYBODY,
  '/project-view-parameter': EVERYBODY,
  '/project-view-monitor': EVERYBODY,
  '/project-defend': OPERATING,
  '/tower-device': EVERYBODY,
};

/** Pages in addition to the table; every entry of the server's menu must open too. */
export const MORE_PAGES: Readonly<Record<string, readonly Walker[]>> = {
  '/account': ALL,
  '/protection-templates': EVERYBODY,
  '/bill': EVERYBODY,
  '/energy-repair': ['admin'],
  '/alarm-rules': EVERYBODY,
  '/notifications': EVERYBODY,
  '/audit': ['admin', 'auditor'],
  '/rejected-messages': ['admin', 'engineer'],
  '/operations': ['platform'],
  '/forwarding': ['admin', 'engineer'],
  '/sso-settings': ['admin'],
  '/interface': ALL,
};

/** Addresses that redirect to another page; the first three to the first page of the menu. */
export const LEADS_ON: Readonly<Record<string, string>> = {
  '/': '/dashboard',
  '/home': '/dashboard',
  '/index': '/dashboard',
  '/group': '/grouplist',
};
