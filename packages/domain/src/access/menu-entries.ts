/**
 * Every entry of the server menu: the groups of specification part 1
 * ("Shell"), with the addresses of the navigation table of part 2. Numbers are
 * for ever: a client may remember them. An entry that is not built yet is
 * listed and never served, so nothing dead is shown.
 */
import type { Role } from './role.ts';

export interface MenuEntry {
  readonly id: number;
  /** 0 at the top. */
  readonly parentId: number;
  readonly key: string;
  /** Absent on a group that only opens. */
  readonly url?: string;
  readonly icon: string;
  readonly english: string;
  readonly chinese: string;
  readonly roles: readonly Role[];
  readonly built: boolean;
  /** Hidden for operators and viewers, as the specification hides it. */
  readonly hiddenForOrdinary?: boolean;
}

const CUSTOMER: readonly Role[] = ['admin', 'operator', 'viewer'];
const CONTROLLERS: readonly Role[] = ['admin', 'operator'];
const ADMIN: readonly Role[] = ['admin'];
const PLATFORM: readonly Role[] = ['platform'];
const ADMINISTRATORS: readonly Role[] = ['platform', 'admin'];

type Row = readonly [
  id: number,
  parentId: number,
  key: string,
  url: string | null,
  icon: string,
  english: string,
  chinese: string,
  roles: readonly Role[],
  state: 'built' | 'later',
  hidden?: 'hidden',
];

// biome-ignore format: one row per entry is what makes this a table
const ROWS: readonly Row[] = [
  [1, 0, 'home', '/dashboard', 'home', 'Home', '首页', CUSTOMER, 'built'],

  [2, 0, 'data-query', null, 'line-chart', 'Data query', '数据查询', CUSTOMER, 'built'],
  [21, 2, 'device-data', '/device', 'area-chart', 'Device data', '设备数据', CUSTOMER, 'built'],
  [24, 2, 'live-wall', '/realData', 'desktop', 'Live wall', '实时数据墙', CUSTOMER, 'built'],
  [22, 2, 'data-report', '/data-report', 'export', 'Reports', '报表导出', CUSTOMER, 'built'],
  [23, 2, 'operation-log', '/log', 'file-text', 'Operation log', '操作日志', CUSTOMER, 'built'],

  [3, 0, 'fees', null, 'account-book', 'Fee management', '费用管理', CUSTOMER, 'built'],
  [31, 3, 'fee-query', '/feesselect', 'search', 'Fee query', '费用查询', CUSTOMER, 'built'],
  [32, 3, 'settlement', '/settlement', 'calendar', 'Settlement configuration', '结算配置', ADMIN, 'built', 'hidden'],
  [33, 3, 'tariff', '/rate', 'percentage', 'Tariff configuration', '费率配置', CUSTOMER, 'built'],
  [34, 3, 'energy-repair', '/energy-repair', 'tool', 'Energy correction', '电量更正', ADMIN, 'built'],

  [4, 0, 'control', null, 'control', 'Device control', '设备控制', CUSTOMER, 'built'],
  [41, 4, 'remote-control', '/devicecontrol', 'poweroff', 'Remote control', '远程控制', CUSTOMER, 'built'],
  [43, 4, 'group-control', '/devicecontroller', 'appstore', 'Group control', '批量控制', CONTROLLERS, 'built'],
  [42, 4, 'automatic-control', '/automatic', 'safety', 'Automatic control configuration', '自动控制配置', CUSTOMER, 'built'],
  [44, 4, 'protection-templates', '/protection-templates', 'form', 'Protection templates', '保护模板', CUSTOMER, 'built'],

  [5, 0, 'alarms', null, 'alert', 'Alarm management', '告警管理', CUSTOMER, 'built'],
  [51, 5, 'alarm-info', '/alarm/alarmInfo', 'info-circle', 'Alarm information', '告警信息', CUSTOMER, 'built'],
  [52, 5, 'alarm-history', '/historyalarm', 'history', 'History alarms', '历史告警', CUSTOMER, 'built'],
  [53, 5, 'alarm-live', '/realalarm', 'bell', 'Real-time alarms', '实时告警', CUSTOMER, 'built'],
  [54, 5, 'alarm-rules', '/alarm-rules', 'sliders', 'Alarm rules', '告警规则', CUSTOMER, 'built'],
  [55, 5, 'notification-setting', '/notification-setting', 'notification', 'Notification setting', '通知设置', CUSTOMER, 'built'],

  [6, 0, 'maintenance', null, 'tool', 'Device maintenance', '设备维护', ['platform', ...CUSTOMER], 'built'],
  [61, 6, 'device-type', '/devicetype', 'appstore', 'Device type', '设备类型', ADMINISTRATORS, 'later', 'hidden'],
  [62, 6, 'device-info', '/devicemanage', 'database', 'Device information', '设备信息', CUSTOMER, 'built'],
  [64, 6, 'register-device', '/registerdevice', 'plus-square', 'Register a device', '设备注册', CONTROLLERS, 'built'],
  [65, 6, 'device-import', '/deviceimport', 'upload', 'Device import', '设备导入', CONTROLLERS, 'built'],
  [63, 6, 'rejected-messages', '/rejected-messages', 'stop', 'Rejected messages', '被拒消息', ADMIN, 'built'],

  [7, 0, 'system', null, 'setting', 'System management', '系统管理', ADMINISTRATORS, 'built', 'hidden'],
  [71, 7, 'menu', '/menu', 'menu', 'Menu', '菜单', PLATFORM, 'later'],
  [72, 7, 'role', '/role', 'idcard', 'Role', '角色', ADMINISTRATORS, 'later'],
  [73, 7, 'user', '/user', 'user', 'User', '用户', ADMINISTRATORS, 'later'],
  [74, 7, 'group', '/grouplist', 'team', 'Group', '分组', ADMINISTRATORS, 'later'],
  [75, 7, 'registration', '/register/audit', 'solution', 'Registration', '注册管理', PLATFORM, 'built'],
  [76, 7, 'authorisation', '/apimanage', 'key', 'Authorisation', '授权管理', ADMIN, 'built'],
  [77, 7, 'forwarding', '/forwarding', 'send', 'Data forwarding', '数据转发', ADMIN, 'built'],

  [8, 0, 'projects', null, 'bulb', 'Project management', '项目管理', CUSTOMER, 'built'],
  [81, 8, 'project-setting', '/project-set', 'form', 'Project setting', '项目设置', CONTROLLERS, 'built'],
  [82, 8, 'project-control', '/project-control', 'sliders', 'Project control', '项目控制', CONTROLLERS, 'built'],
  [83, 8, 'project-view', '/project-view', 'eye', 'Project view', '项目查看', CUSTOMER, 'built'],
  [84, 8, 'project-maintenance', '/project-defend', 'medicine-box', 'Project maintenance', '项目维护', CONTROLLERS, 'built'],

  [9, 0, 'tower', '/tower-device', 'wifi', 'Tower project', '铁塔项目', CUSTOMER, 'built'],
  [10, 0, 'protocol-control', '/command', 'code', 'Protocol control', '协议控制', CONTROLLERS, 'built'],
];

export const MENU_ENTRIES: readonly MenuEntry[] = ROWS.map(
  ([id, parentId, key, url, icon, english, chinese, roles, state, hidden]) => ({
    id,
    parentId,
    key,
    ...(url === null ? {} : { url }),
    icon,
    english,
    chinese,
    roles,
    built: state === 'built',
    ...(hidden === 'hidden' ? { hiddenForOrdinary: true } : {}),
  }),
);
