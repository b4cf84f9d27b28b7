import { describe, expect, it } from 'vitest';
import type { PermissionHolder } from '../permission.ts';
import { menuFor } from './menu.ts';
import {
  type ArrangedEntry,
  type ArrangedNode,
  arrangedMenu,
  arrangementRefusal,
  flat,
  toArrangement,
  withoutHidden,
} from './menu-arrangement.ts';
import { MENU_ENTRIES, type MenuEntry } from './menu-entries.ts';

const OPERATOR: PermissionHolder = { role: 'operator' };
const ADMIN: PermissionHolder = { role: 'admin' };

const entry = (key: string, part: Partial<ArrangedEntry> = {}): ArrangedEntry => ({
  key,
  hidden: false,
  names: {},
  ...part,
});
const keys = (nodes: readonly ArrangedNode[]) => nodes.map(({ key }) => key);
const below = (nodes: readonly ArrangedNode[], key: string) =>
  keys(nodes.find((node) => node.key === key)?.children ?? []);

describe('arranged menu', () => {
  it('equals the default menu without an arrangement', () => {
    for (const role of ['admin', 'operator', 'viewer', 'platform'] as const) {
      const standard = menuFor({ role });
      const shown = withoutHidden(arrangedMenu({ role }, []));
      expect(keys(shown)).toEqual(standard.map(({ key }) => key));
      expect(flat(shown).length).toBe(standard.flatMap((node) => [node, ...node.children]).length);
    }
  });

  it('orders groups and their entries', () => {
    const nodes = arrangedMenu(OPERATOR, [entry('alarms'), entry('home'), entry('alarm-live')]);
    // An entry that is missing from the arrangement follows its predecessor in the default order.
    expect(keys(nodes)).toEqual([
      'alarms',
      'maintenance',
      'projects',
      'tower',
      'protocol-control',
      'home',
      'data-query',
      'fees',
      'control',
    ]);
    expect(below(nodes, 'alarms')).toEqual([
      'alarm-info',
      'alarm-history',
      'alarm-live',
      'alarm-rules',
      'notification-setting',
    ]);
    const turned = arrangedMenu(OPERATOR, [entry('alarm-live'), entry('alarm-info')]);
    expect(below(turned, 'alarms').slice(0, 2)).toEqual(['alarm-live', 'alarm-rules']);
  });

  it('shows an entry of a later release in its default position', () => {
    const all = toArrangement(arrangedMenu(OPERATOR, []));
    const later: MenuEntry = {
      id: 999,
      parentId: 5,
      key: 'alarm-later',
      url: '/later',
      icon: 'bell',
      english: 'Later',
      chinese: '以后',
      needs: ['data.read'],
      built: true,
    };
    const at = MENU_ENTRIES.findIndex(({ key }) => key === 'alarm-info') + 1;
    const entries = MENU_ENTRIES.toSpliced(at, 0, later);
    const turned = all.toReversed();
    const names = below(arrangedMenu(OPERATOR, turned, entries), 'alarms');
    expect(names.slice(-2)).toEqual(['alarm-info', 'alarm-later']);
    const first = MENU_ENTRIES.findIndex(({ key }) => key === 'alarm-info');
    const before = below(
      arrangedMenu(OPERATOR, turned, MENU_ENTRIES.toSpliced(first, 0, later)),
      'alarms',
    );
    expect(before[0]).toBe('alarm-later');
  });

  it('hides entries, groups, and groups whose entries are all hidden', () => {
    const hide = (...hidden: string[]) =>
      withoutHidden(
        arrangedMenu(
          OPERATOR,
          hidden.map((key) => entry(key, { hidden: true })),
        ),
      );
    expect(below(hide('fee-query'), 'fees')).toEqual(['tariff']);
    expect(keys(hide('fees'))).not.toContain('fees');
    expect(keys(hide('fee-query', 'tariff'))).not.toContain('fees');
  });

  it('shows nothing that the role cannot open, whatever the arrangement', () => {
    const nodes = arrangedMenu(OPERATOR, [entry('system'), entry('user'), entry('settlement')]);
    expect(keys(flat(nodes))).not.toContain('user');
    expect(keys(flat(nodes))).not.toContain('settlement');
  });

  it('never hides the arrangement screen from a role that can arrange menus', () => {
    const hidden = [entry('system', { hidden: true }), entry('menu', { hidden: true })];
    expect(below(withoutHidden(arrangedMenu(ADMIN, hidden)), 'system')).toContain('menu');
  });
});

describe('menu arrangement', () => {
  const standard = toArrangement(arrangedMenu(OPERATOR, []));
  const named = (names: ArrangedEntry['names']) => [entry('home', { names })];

  it.each<[string, PermissionHolder, readonly ArrangedEntry[], string, string]>([
    ['an unknown entry', OPERATOR, [entry('constructor')], 'menu-entry-unknown', 'entries.0.key'],
    [
      'a repeated entry',
      OPERATOR,
      [entry('home'), entry('home')],
      'menu-entry-twice',
      'entries.1.key',
    ],
    [
      'an entry without permission',
      OPERATOR,
      [entry('user')],
      'menu-entry-not-held',
      'entries.0.key',
    ],
    [
      'a group without permission',
      OPERATOR,
      [entry('system')],
      'menu-entry-not-held',
      'entries.0.key',
    ],
    [
      'the hidden arrangement screen',
      ADMIN,
      [entry('menu', { hidden: true })],
      'menu-entry-kept',
      'entries.0.hidden',
    ],
    [
      'the hidden group of the arrangement screen',
      ADMIN,
      [entry('system', { hidden: true })],
      'menu-entry-kept',
      'entries.0.hidden',
    ],
    ['an empty name', OPERATOR, named({ fr: '' }), 'menu-name-invalid', 'entries.0.names.fr'],
    [
      'a long name',
      OPERATOR,
      named({ en: 'x'.repeat(41) }),
      'menu-name-invalid',
      'entries.0.names.en',
    ],
    ['markup', OPERATOR, named({ ar: '<b>' }), 'menu-name-invalid', 'entries.0.names.ar'],
    [
      'all entries hidden',
      OPERATOR,
      standard.map((one) => ({ ...one, hidden: true })),
      'menu-empty',
      'entries',
    ],
  ])('is refused: %s', (_, holder, entries, refusal, field) => {
    expect(arrangementRefusal(holder, entries)).toMatchObject({ refusal, field });
  });

  it('may rename, hide and reorder the entries of the role', () => {
    expect(arrangementRefusal(OPERATOR, standard.toReversed())).toBeUndefined();
    expect(
      arrangementRefusal(OPERATOR, named({ zh: '值'.repeat(40), en: 'Duty' })),
    ).toBeUndefined();
    expect(arrangementRefusal(OPERATOR, [entry('alarms', { hidden: true })])).toBeUndefined();
    expect(arrangementRefusal(OPERATOR, [])).toBeUndefined();
  });
});
