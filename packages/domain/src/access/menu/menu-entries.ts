/**
 * Every entry of the server menu: the groups of docs/specification/screens.md 4.2 with the
 * addresses of the navigation table (docs/specification/screens.md 1.3). Numbers never change,
 * because a client may store them. The entries that docs/specification/screens.md 4.3 hides from
 * ordinary users (settlement configuration, device type, system management) need permissions that
 * those users do not have. An entry that is not implemented yet is listed here but never served, so
 * no dead link is shown.
 */
import type { Permission } from '../permission.ts';

export interface MenuEntry {
  readonly id: number;
  /** 0 at the top level. */
  readonly parentId: number;
  readonly key: string;
  /** Absent for a group that only expands. */
  readonly url?: string;
  readonly icon: string;
  readonly english: string;
  readonly chinese: string;
  /**
   * Any one of these permissions gives access to the entry; empty for a group, which is shown while
   * it contains an entry.
   */
  readonly needs: readonly Permission[];
  readonly built: boolean;
}

const GROUP: readonly Permission[] = [];
const READ: readonly Permission[] = ['data.read'];

type Row = readonly [
  id: number,
  parentId: number,
  key: string,
  url: string | null,
  icon: string,
  english: string,
  chinese: string,
  needs: readonly Permission[],
  state: 'built' | 'later',
];

// biome-ignore format: one row per entry is what makes this a table
const ROWS: readonly Row[] = [
  [1, 0, 'home', '/dashboard', 'home', 'Home', '首页', READ, 'built'],

  [2, 0, 'data-query', null, 'line-chart', 'Data query', '数据查询', GROUP, 'built'],
  [21, 2, 'device-data', '/device', 'area-chart', 'Device data', '设备数据', READ, 'built'],
  [24, 2, 'live-wall', '/realData', 'desktop', 'Live wall', '实时数据墙', READ, 'built'],
  [22, 2, 'data-report', '/data-report', 'export', 'Reports', '报表导出', ['report.make'], 'built'],
  [23, 2, 'operation-log', '/log', 'file-text', 'Operation log', '操作日志', ['log.read'], 'built'],

  [3, 0, 'fees', null, 'account-book', 'Fee management', '费用管理', GROUP, 'built'],
  [31, 3, 'fee-query', '/feesselect', 'search', 'Fee query', '费用查询', READ, 'built'],
  [32, 3, 'settlement', '/settlement', 'calendar', 'Settlement configuration', '结算配置', ['settlement.write'], 'built'],
  [33, 3, 'tariff', '/rate', 'percentage', 'Tariff configuration', '费率配置', READ, 'built'],
  [34, 3, 'energy-repair', '/energy-repair', 'tool', 'Energy correction', '电量更正', ['energy.correct'], 'built'],

  [4, 0, 'control', null, 'control', 'Device control', '设备控制', GROUP, 'built'],
  [41, 4, 'remote-control', '/devicecontrol', 'poweroff', 'Remote control', '远程控制', READ, 'built'],
  [43, 4, 'group-control', '/devicecontroller', 'appstore', 'Group control', '批量控制', ['device.switch'], 'built'],
  [42, 4, 'automatic-control', '/automatic', 'safety', 'Automatic control configuration', '自动控制配置', READ, 'built'],
  [44, 4, 'protection-templates', '/protection-templates', 'form', 'Protection templates', '保护模板', READ, 'built'],

  [5, 0, 'alarms', null, 'alert', 'Alarm management', '告警管理', GROUP, 'built'],
  [51, 5, 'alarm-info', '/alarm/alarmInfo', 'info-circle', 'Alarm information', '告警信息', READ, 'built'],
  [52, 5, 'alarm-history', '/historyalarm', 'history', 'History alarms', '历史告警', READ, 'built'],
  [53, 5, 'alarm-live', '/realalarm', 'bell', 'Real-time alarms', '实时告警', READ, 'built'],
  [54, 5, 'alarm-rules', '/alarm-rules', 'sliders', 'Alarm rules', '告警规则', READ, 'built'],
  [55, 5, 'notification-setting', '/notification-setting', 'notification', 'Notification setting', '通知设置', READ, 'built'],

  [6, 0, 'maintenance', null, 'tool', 'Device maintenance', '设备维护', GROUP, 'built'],
  [61, 6, 'device-type', '/devicetype', 'appstore', 'Device type', '设备类型', ['reference.write', 'device.remove'], 'built'],
  [62, 6, 'device-info', '/devicemanage', 'database', 'Device information', '设备信息', READ, 'built'],
  [66, 6, 'device-information', '/deviceinformation', 'idcard', 'Device record', '设备档案', READ, 'built'],
  [67, 6, 'gateway-slots', '/devicedeploy_88C', 'appstore', 'Gateway slots', '网关槽位', READ, 'built'],
  [68, 6, 'device-deploy', '/devicedeploy', 'form', 'Device deployment', '设备部署', ['protection.write'], 'built'],
  [64, 6, 'register-device', '/registerdevice', 'plus-square', 'Register a device', '设备注册', ['device.write'], 'built'],
  [65, 6, 'device-import', '/deviceimport', 'upload', 'Device import', '设备导入', ['device.write'], 'built'],
  [63, 6, 'rejected-messages', '/rejected-messages', 'stop', 'Rejected messages', '被拒消息', ['message.read'], 'built'],

  [7, 0, 'system', null, 'setting', 'System management', '系统管理', GROUP, 'built'],
  [71, 7, 'menu', '/menu', 'menu', 'Menu', '菜单', ['role.manage'], 'built'],
  [72, 7, 'role', '/role', 'idcard', 'Role', '角色', ['role.manage'], 'built'],
  [73, 7, 'user', '/user', 'user', 'User', '用户', ['user.manage'], 'built'],
  [702, 7, 'sso', '/sso-settings', 'login', 'Single sign-on', '单点登录', ['user.manage'], 'built'],
  [74, 7, 'group', '/grouplist', 'team', 'Group', '分组', ['group.manage'], 'built'],
  [78, 7, 'allocation', '/allocation', 'team', 'Allocation', '分配', ['group.manage'], 'built'],
  [75, 7, 'registration', '/regmanage', 'solution', 'Registration', '注册管理', ['customer.manage'], 'built'],
  [76, 7, 'authorisation', '/apimanage', 'key', 'Authorisation', '授权管理', ['key.manage'], 'built'],
  [77, 7, 'forwarding', '/forwarding', 'send', 'Data forwarding', '数据转发', ['forwarding.manage'], 'built'],
  [79, 7, 'operations', '/operations', 'desktop', 'Operations', '平台运行', ['operations.read'], 'built'],
  [701, 7, 'configuration', '/configuration', 'setting', 'Configuration', '平台配置', ['configuration.write'], 'built'],
  [70, 7, 'audit-trail', '/audit', 'safety', 'Audit trail', '审计日志', ['audit.read'], 'built'],

  [8, 0, 'projects', null, 'bulb', 'Project management', '项目管理', GROUP, 'built'],
  [81, 8, 'project-setting', '/project-set', 'form', 'Project setting', '项目设置', ['project.write'], 'built'],
  [82, 8, 'project-control', '/project-control', 'sliders', 'Project control', '项目控制', ['device.switch'], 'built'],
  [83, 8, 'project-view', '/project-view', 'eye', 'Project view', '项目查看', READ, 'built'],
  [84, 8, 'project-maintenance', '/project-defend', 'medicine-box', 'Project maintenance', '项目维护', ['project.write'], 'built'],

  [9, 0, 'tower', '/tower-device', 'wifi', 'Tower project', '铁塔项目', READ, 'built'],
  [10, 0, 'protocol-control', '/command', 'code', 'Protocol control', '协议控制', ['console.use'], 'built'],
];

export const MENU_ENTRIES: readonly MenuEntry[] = ROWS.map(
  ([id, parentId, key, url, icon, english, chinese, needs, state]) => ({
    id,
    parentId,
    key,
    ...(url === null ? {} : { url }),
    icon,
    english,
    chinese,
    needs,
    built: state === 'built',
  }),
);
