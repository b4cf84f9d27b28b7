import { describe, expect, it } from 'vitest';
import { DEVICE_KINDS } from '../device/device-type.ts';
import {
  canHoldTimers,
  currentStateOf,
  type HeldTimer,
  isHeld,
  TABLE_STATES,
  timerHolder,
} from './timer-holder.ts';

const timer: HeldTimer = { id: 7, days: 127, at: '18:30', to: 'close' };

describe('execution of a timer', () => {
  it('is on the device if it can store timers, whatever the connection state', () => {
    expect(DEVICE_KINDS.filter(canHoldTimers)).toEqual(['main', 'slave']);
    for (const state of TABLE_STATES) {
      expect(timerHolder('main', { state, held: [] })).toBe('device');
    }
    expect(timerHolder('slave', { state: 'waiting', held: undefined })).toBe('device');
    expect(timerHolder('main', undefined)).toBe('device');
  });

  it('is on the platform if the device cannot store timers, or never accepted a table', () => {
    expect(timerHolder('dtu', undefined)).toBe('server');
    expect(timerHolder('dtu', { state: 'same', held: [timer] })).toBe('server');
    expect(timerHolder('main', { state: 'refused', held: undefined })).toBe('server');
  });
});

describe('state of a timer on a device', () => {
  it('requires all fields to be equal', () => {
    expect(isHeld(timer, { state: 'waiting', held: [timer] })).toBe(true);
    expect(isHeld(timer, { state: 'same', held: undefined })).toBe(false);
    expect(isHeld(timer, undefined)).toBe(false);
    for (const other of [{ id: 8 }, { address: 1 }, { days: 1 }, { at: '18:31' }, { to: 'open' }]) {
      const held = [{ ...timer, ...other } as HeldTimer];
      expect(isHeld(timer, { state: 'same', held })).toBe(false);
    }
  });

  it.each([
    ['is same if it is stored', true, { state: 'same', held: [timer] }, 'same'],
    ['is same while another table is waiting', true, { state: 'waiting', held: [timer] }, 'same'],
    ['is waiting if it is not stored yet', true, { state: 'waiting', held: [] }, 'waiting'],
    ['is refused if the device rejects it', true, { state: 'refused', held: undefined }, 'refused'],
    [
      'is different if the stored timer differs',
      true,
      { state: 'different', held: [{ ...timer, days: 1 }] },
      'different',
    ],
    ['is same if it is disabled and removed', false, { state: 'same', held: [] }, 'same'],
    [
      'is waiting if it is disabled and still stored',
      false,
      { state: 'waiting', held: [timer] },
      'waiting',
    ],
    [
      'is different if it is disabled and the device retains it',
      false,
      { state: 'different', held: [timer] },
      'different',
    ],
  ] as const)('%s', (_, enabled, table, standing) => {
    expect(currentStateOf(timer, enabled, table)).toBe(standing);
  });
});
