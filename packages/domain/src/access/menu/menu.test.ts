import { describe, expect, it } from 'vitest';
import { isAdministrator, isRole, ROLES } from '../role.ts';
import { type MenuNode, menuFor } from './menu.ts';
import { MENU_ENTRIES } from './menu-entries.ts';

const urls = (nodes: readonly MenuNode[]): string[] =>
  nodes.flatMap((node) => [...(node.url === undefined ? [] : [node.url]), ...urls(node.children)]);

/** The implemented entries of a user who only reads. */
const DAILY = [
  '/dashboard',
  '/device',
  '/realData',
  '/data-report',
  '/log',
  '/feesselect',
  '/rate',
  '/devicecontrol',
  '/automatic',
  '/protection-templates',
  '/alarm/alarmInfo',
  '/historyalarm',
  '/realalarm',
  '/alarm-rules',
  '/notification-setting',
  '/devicemanage',
  '/deviceinformation',
  '/devicedeploy_88C',
  '/project-view',
  '/tower-device',
];
/** Device entries for users who may control devices. */
const SETTING_UP = ['/devicedeploy', '/registerdevice', '/deviceimport'];
/** Project entries for users who may control devices. */
const PROJECTS = ['/project-set', '/project-control', '/project-view', '/project-defend'];
/** The daily entries and the control entries, for users who may control devices. */
const CONTROLLING = [
  ...DAILY.toSpliced(8, 0, '/devicecontroller').slice(0, -2),
  ...SETTING_UP,
  ...PROJECTS,
  '/tower-device',
  '/command',
];

/** Entries of engineers, who may also remove devices, up to but excluding the rejected messages. */
const TYPED = CONTROLLING.slice(0, -6).flatMap((url) =>
  url === '/devicemanage' ? ['/devicetype', url] : [url],
);

describe('default menu', () => {
  it.each([
    ['platform', ['/devicetype', '/regmanage', '/operations', '/configuration']],
    [
      'admin',
      [
        ...TYPED.toSpliced(6, 1, '/settlement', '/rate', '/energy-repair'),
        '/rejected-messages',
        '/menu',
        '/role',
        '/user',
        '/sso-settings',
        '/grouplist',
        '/allocation',
        '/apimanage',
        '/forwarding',
        '/audit',
        ...PROJECTS,
        '/tower-device',
        '/command',
      ],
    ],
    [
      'engineer',
      [...TYPED, '/rejected-messages', '/forwarding', ...PROJECTS, '/tower-device', '/command'],
    ],
    ['operator', CONTROLLING],
    ['viewer', DAILY],
    ['auditor', DAILY.toSpliced(-2, 0, '/audit')],
  ] as const)('of %s contains %j', (role, expected) => {
    expect(urls(menuFor({ role }))).toEqual(expected);
  });

  it('omits a group without entries', () => {
    for (const role of ROLES) {
      for (const node of menuFor({ role })) {
        expect(node.url !== undefined || node.children.length > 0).toBe(true);
      }
    }
  });

  it('hides settlement, device type and system management from ordinary users, once these are implemented', () => {
    const allBuilt = MENU_ENTRIES.map((entry) => ({ ...entry, built: true }));
    const below = (key: string, nodes: readonly MenuNode[]): readonly MenuNode[] =>
      nodes.flatMap((node) => (node.key === key ? [node] : below(key, node.children)));
    for (const role of ['operator', 'viewer'] as const) {
      const shown = menuFor({ role }, allBuilt);
      for (const key of ['settlement', 'device-type', 'system']) {
        expect(below(key, shown)).toEqual([]);
      }
    }
    expect(urls(below('system', menuFor({ role: 'admin' }, allBuilt)))).toContain('/user');
    expect(urls(menuFor({ role: 'admin' }, allBuilt))).toContain('/settlement');
    expect(urls(menuFor({ role: 'platform' }, allBuilt))).toContain('/devicetype');
  });

  it('of a custom role contains the entries of its permissions', () => {
    const menu = menuFor({ role: 'viewer', permissions: ['log.read', 'forwarding.manage'] });
    expect(urls(menu)).toEqual(['/log', '/forwarding']);
  });

  it('numbers every entry once, below an existing parent', () => {
    const ids = MENU_ENTRIES.map((entry) => entry.id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const entry of MENU_ENTRIES) {
      expect(entry.parentId === 0 || ids.includes(entry.parentId)).toBe(true);
    }
  });

  it('places entries only below groups that expand', () => {
    const byId = new Map(MENU_ENTRIES.map((entry) => [entry.id, entry]));
    for (const entry of MENU_ENTRIES) {
      const group = byId.get(entry.parentId);
      if (group === undefined) continue;
      expect(group.url).toBeUndefined();
      expect(group.built || !entry.built).toBe(true);
    }
  });
});

describe('roles', () => {
  it('recognises only the six roles, two of which may use the administrator login', () => {
    expect(ROLES.every(isRole)).toBe(true);
    expect(['root', '', null, 'constructor'].some(isRole)).toBe(false);
    expect(ROLES.filter(isAdministrator)).toEqual(['platform', 'admin']);
  });
});
