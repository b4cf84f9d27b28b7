import { describe, expect, it } from 'vitest';
import { type MenuNode, menuFor } from './menu.ts';
import { MENU_ENTRIES } from './menu-entries.ts';
import { isAdministrator, isRole, ROLES } from './role.ts';

const urls = (nodes: readonly MenuNode[]): string[] =>
  nodes.flatMap((node) => [...(node.url === undefined ? [] : [node.url]), ...urls(node.children)]);

/** What is built now. */
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
  '/project-view',
  '/tower-device',
];
/** Of the devices, for those who may control. */
const SETTING_UP = ['/registerdevice', '/deviceimport'];
/** Of the projects, for those who may control. */
const PROJECTS = ['/project-set', '/project-control', '/project-view', '/project-defend'];
/** Beside it, for those who may control. */
const CONTROLLING = [
  ...DAILY.toSpliced(8, 0, '/devicecontroller').slice(0, -2),
  ...SETTING_UP,
  ...PROJECTS,
  '/tower-device',
  '/command',
];

describe('menu', () => {
  it.each([
    ['platform', ['/register/audit']],
    [
      'admin',
      [
        ...CONTROLLING.slice(0, -6).toSpliced(6, 1, '/settlement', '/rate', '/energy-repair'),
        '/rejected-messages',
        '/apimanage',
        '/forwarding',
        ...PROJECTS,
        '/tower-device',
        '/command',
      ],
    ],
    ['operator', CONTROLLING],
    ['viewer', DAILY],
  ] as const)('of %s leads to %j', (role, expected) => {
    expect(urls(menuFor(role))).toEqual(expected);
  });

  it('shows no group without an entry', () => {
    for (const role of ROLES) {
      for (const node of menuFor(role)) {
        expect(node.url !== undefined || node.children.length > 0).toBe(true);
      }
    }
  });

  it('hides settlement, device type and system management from ordinary users once built', () => {
    const hidden = MENU_ENTRIES.filter((entry) => entry.hiddenForOrdinary === true);
    expect(hidden.map((entry) => entry.key).toSorted()).toEqual([
      'device-type',
      'settlement',
      'system',
    ]);
    const allBuilt = MENU_ENTRIES.map((entry) => ({ ...entry, built: true, roles: ROLES }));
    const hiddenUrls = ['/settlement', '/devicetype', '/user', '/register/audit'];
    for (const role of ROLES) {
      const shown = urls(menuFor(role, allBuilt));
      const visible = hiddenUrls.filter((url) => shown.includes(url));
      expect(visible).toEqual(isAdministrator(role) ? hiddenUrls : []);
    }
  });

  it('numbers every entry once, below a parent that exists', () => {
    const ids = MENU_ENTRIES.map((entry) => entry.id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const entry of MENU_ENTRIES) {
      expect(entry.parentId === 0 || ids.includes(entry.parentId)).toBe(true);
    }
  });

  it('lets a child be seen only where its group is', () => {
    const byId = new Map(MENU_ENTRIES.map((entry) => [entry.id, entry]));
    for (const entry of MENU_ENTRIES) {
      const group = byId.get(entry.parentId);
      if (group === undefined) continue;
      expect(entry.roles.filter((role) => !group.roles.includes(role))).toEqual([]);
      expect(group.built || !entry.built).toBe(true);
    }
  });
});

describe('role', () => {
  it('is one of four', () => {
    expect(ROLES.every(isRole)).toBe(true);
    expect(['root', '', null, 'constructor'].some(isRole)).toBe(false);
    expect(ROLES.filter(isAdministrator)).toEqual(['platform', 'admin']);
  });
});
