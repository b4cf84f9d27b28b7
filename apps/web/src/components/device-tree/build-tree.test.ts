import { describe, expect, it } from 'vitest';
import { buildForest, searchDevices } from './build-tree.ts';
import { devicesOfCategory } from './device-category.ts';
import type { TreeDevice } from './tree-device.ts';
import { rowWindow, treeMove, visibleRows } from './visible-rows.ts';

let nextId = 0;
function device(code: string, more: Partial<TreeDevice> = {}): TreeDevice {
  nextId += 1;
  return {
    id: nextId,
    code,
    name: `Breaker ${code}`,
    type: 'MT61',
    groupId: 3,
    kind: 'main',
    parentCode: null,
    slaveAddress: null,
    channel: null,
    presence: 'online',
    heardAt: null,
    csq: null,
    band: '4G',
    address: '',
    action: 'closeByCommand',
    actionAt: null,
    staleMs: 180_000,
    loadKw: null,
    loadPercent: null,
    loadAt: null,
    alarmCount: 0,
    alarmType: null,
    ...more,
  };
}
const gateway = device('GW00000001', { kind: 'gateway', type: 'MT88C', name: 'Gateway' });
const slave = (ad: number, presence: TreeDevice['presence'] = 'online') =>
  device(`GW00000001-${ad}`, {
    kind: 'slave',
    parentCode: 'GW00000001',
    slaveAddress: ad,
    presence,
  });
const fleet = [
  device('MT10'),
  device('MT2'),
  device('OFF1', { presence: 'offline' }),
  device('LATE', { presence: 'late' }),
  slave(10),
  slave(2, 'offline'),
  gateway,
  device('HIDDEN', { kind: 'hidden', type: 'MT88' }),
];
const codes = (key: string) =>
  buildForest(fleet)
    .groups.find((g) => g.key === key)
    ?.branches.map((b) => b.device.code);

describe('the device tree', () => {
  it('groups late devices with offline ones and sorts digits in names as numbers', () => {
    expect(codes('online')).toEqual(['MT2', 'MT10', 'GW00000001']);
    expect(codes('offline')).toEqual(['LATE', 'OFF1']);
  });

  it('places slaves under their gateway by address, regardless of their own state', () => {
    const branch = buildForest(fleet).groups[0]?.branches.find((b) => b.slaves.length > 0);
    expect(branch?.slaves.map((s) => s.slaveAddress)).toEqual([2, 10]);
  });

  it('counts devices and slaves separately and omits hidden devices', () => {
    const { deviceCount, slaveCount } = buildForest(fleet);
    expect([deviceCount, slaveCount]).toEqual([5, 2]);
  });

  it.each(['main', 'meter'] as const)('places the channels of a %s under it', (kind) => {
    const shelly = device('GW00000001', { kind });
    const forest = buildForest([shelly, slave(3), slave(2)]);
    expect(forest.groups[0]?.branches).toHaveLength(1);
    expect(forest.groups[0]?.branches[0]?.slaves.map((s) => s.slaveAddress)).toEqual([2, 3]);
  });

  it('includes a slave whose gateway is not in the list', () => {
    const forest = buildForest([slave(1)]);
    expect(forest.groups[0]?.branches[0]?.device.slaveAddress).toBe(1);
  });
});

describe('the device search', () => {
  it.each([
    ['gw0000', ['GW00000001-2', 'GW00000001-10', 'GW00000001']],
    ['breaker mt2', ['MT2']],
    ['mt61 late', ['LATE']],
    ['hidden', []],
    ['   ', []],
  ])('for %j finds %j', (text, expected) => {
    expect(searchDevices(fleet, text).map((d) => d.code)).toEqual(expected);
  });
});

describe('a device category', () => {
  const codesOf = (category: Parameters<typeof devicesOfCategory>[1]) =>
    devicesOfCategory(fleet, category).map(({ code }) => code);

  it.each([
    ['main', ['MT10', 'MT2', 'OFF1', 'LATE']],
    ['gateway', ['GW00000001', 'GW00000001-10', 'GW00000001-2']],
    ['slave', ['GW00000001-10', 'GW00000001-2']],
    ['dtu', []],
    ['silent', ['OFF1', 'LATE', 'GW00000001-2']],
  ] as const)('%s contains %j', (category, expected) => {
    expect(codesOf(category)).toEqual(expected);
  });

  it.each([
    ['position-open', ['hand', 'fault', 'leak', 'lock']],
    ['fault', ['fault', 'leak']],
    ['locked', ['lock']],
    ['alarm', ['fault']],
  ] as const)('%s contains %j', (category, expected) => {
    const one = (code: string, action: TreeDevice['action'], alarmCount = 0): TreeDevice => ({
      ...fleet[0]!,
      ...{ code, action, alarmCount },
    });
    const devices = [
      one('closed', 'closeByCommand'),
      one('never reported', undefined),
      one('hand', 'openByManual'),
      one('fault', 'openByFault', 2),
      one('leak', 'openByLeak'),
      one('lock', 'lockByCommand'),
    ];
    expect(devicesOfCategory(devices, category).map(({ code }) => code)).toEqual(expected);
  });

  it('shows all devices if it is undefined', () => {
    expect(codesOf(undefined)).toHaveLength(fleet.length);
  });
});

describe('tree rows', () => {
  const open = new Set(['group:online', 'GW00000001']);
  const rows = visibleRows(buildForest(fleet), open);

  it('show expanded nodes with level and position', () => {
    expect(rows.map((r) => `${r.level} ${r.key}`)).toEqual([
      '1 group:online',
      '2 MT2',
      '2 MT10',
      '2 GW00000001',
      '3 GW00000001-2',
      '3 GW00000001-10',
      '1 group:offline',
    ]);
  });

  it('show the number of online slaves of a gateway', () => {
    expect(rows.find((r) => r.key === 'GW00000001')).toMatchObject({ slaves: 2, slavesAlive: 1 });
  });

  it.each([
    ['ArrowDown', 'MT2', { focus: 'MT10' }],
    ['ArrowUp', 'MT2', { focus: 'group:online' }],
    ['End', 'MT2', { focus: 'group:offline' }],
    ['Home', 'MT10', { focus: 'group:online' }],
    ['PageDown', 'MT10', { focus: 'group:offline' }],
    ['ArrowRight', 'group:offline', { open: 'group:offline' }],
    ['ArrowRight', 'group:online', { focus: 'MT2' }],
    ['ArrowRight', 'MT2', undefined],
    ['ArrowLeft', 'GW00000001', { close: 'GW00000001' }],
    ['ArrowLeft', 'GW00000001-10', { focus: 'GW00000001' }],
    ['ArrowLeft', 'MT2', { focus: 'group:online' }],
    ['Enter', 'MT2', { choose: 'MT2' }],
    ['Enter', 'group:online', { close: 'group:online' }],
    [' ', 'group:offline', { open: 'group:offline' }],
    ['x', 'MT2', undefined],
  ])('handle the key %s on %s', (key, focused, move) => {
    expect(treeMove(rows, focused, key, false)).toEqual(move);
  });

  it('reverse the arrow keys in a right-to-left page', () => {
    expect(treeMove(rows, 'group:offline', 'ArrowLeft', true)).toEqual({ open: 'group:offline' });
  });
});

describe('the row window', () => {
  it('contains a few dozen of ten thousand rows', () => {
    const { from, to } = rowWindow(180_000, 600, 36, 10_000);
    expect(from).toBe(4992);
    expect(to - from).toBeLessThan(40);
  });

  it('stays within the list after it became shorter', () => {
    expect(rowWindow(90_000, 600, 36, 5)).toEqual({ from: 5, to: 5 });
  });
});
