import { describe, expect, it } from 'vitest';
import { type PinnedDevice, pinLoad, pinState, shownPercent } from './pin.ts';

const device = (more: Partial<PinnedDevice>): PinnedDevice => ({
  presence: 'online',
  action: 'closeByCommand',
  alarmCount: 0,
  loadPercent: 40,
  ...more,
});

describe('the state of a pin', () => {
  it.each([
    ['closed', {}],
    ['closed', { presence: 'late' }],
    ['open', { action: 'openByCommand' }],
    ['open', { action: 'openByPowerlost' }],
    ['locked', { action: 'lockByCommand' }],
    ['locked', { action: 'lockByOrg' }],
    ['tripped', { action: 'openByFault' }],
    ['tripped', { action: 'openByLeak' }],
    ['tripped', { action: 'lockByFault' }],
    ['unknown', { action: undefined }],
    ['alarm', { alarmCount: 1 }],
    ['alarm', { alarmCount: 2, action: 'openByManual' }],
    ['alarm', { alarmCount: 1, action: undefined }],
    ['tripped', { alarmCount: 1, action: 'openByFault' }],
    ['offline', { presence: 'offline' }],
    ['offline', { presence: 'offline', action: 'openByFault', alarmCount: 3 }],
  ] as const)('is %s for %o', (state, more) => {
    expect(pinState(device(more))).toBe(state);
  });
});

describe('the load of a pin', () => {
  it.each([
    ['low', { loadPercent: 0 }, 0],
    ['low', { loadPercent: 49.9 }, 49.9],
    ['medium', { loadPercent: 50 }, 50],
    ['medium', { loadPercent: 80 }, 80],
    ['high', { loadPercent: 80.1 }, 80.1],
    ['high', { loadPercent: 100 }, 100],
    ['over', { loadPercent: 100.1 }, 100.1],
    ['low', { loadPercent: 3, presence: 'late' }, 3],
    ['unknown', { loadPercent: null }, null],
    ['unknown', { loadPercent: 120, presence: 'offline' }, null],
  ] as const)('is %s for %o', (load, more, percent) => {
    expect(pinLoad(device(more))).toBe(load);
    expect(shownPercent(device(more))).toBe(percent);
  });
});
