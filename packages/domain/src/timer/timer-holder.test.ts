import { describe, expect, it } from 'vitest';
import { DEVICE_KINDS } from '../device/device-type.ts';
import {
  canHoldTimers,
  type HeldTimer,
  isHeld,
  standingOf,
  TABLE_STATES,
  timerHolder,
} from './timer-holder.ts';

const timer: HeldTimer = { id: 7, days: 127, at: '18:30', to: 'close' };

describe('a timer is run', () => {
  it('by the device where it can hold one, whatever the line does', () => {
    expect(DEVICE_KINDS.filter(canHoldTimers)).toEqual(['main', 'slave']);
    for (const state of TABLE_STATES) {
      expect(timerHolder('main', { state, held: [] })).toBe('device');
    }
    expect(timerHolder('slave', { state: 'waiting', held: undefined })).toBe('device');
    expect(timerHolder('main', undefined)).toBe('device');
  });

  it('by the platform where the device cannot, or never took one and refuses it', () => {
    expect(timerHolder('dtu', undefined)).toBe('server');
    expect(timerHolder('dtu', { state: 'same', held: [timer] })).toBe('server');
    expect(timerHolder('main', { state: 'refused', held: undefined })).toBe('server');
  });
});

describe('a device holds a timer', () => {
  it('that is the same in every part', () => {
    expect(isHeld(timer, { state: 'waiting', held: [timer] })).toBe(true);
    expect(isHeld(timer, { state: 'same', held: undefined })).toBe(false);
    expect(isHeld(timer, undefined)).toBe(false);
    for (const other of [{ id: 8 }, { address: 1 }, { days: 1 }, { at: '18:31' }, { to: 'open' }]) {
      const held = [{ ...timer, ...other } as HeldTimer];
      expect(isHeld(timer, { state: 'same', held })).toBe(false);
    }
  });

  it.each([
    ['is there', true, { state: 'same', held: [timer] }, 'same'],
    ['is there while another waits', true, { state: 'waiting', held: [timer] }, 'same'],
    ['is not there yet', true, { state: 'waiting', held: [] }, 'waiting'],
    ['is not taken', true, { state: 'refused', held: undefined }, 'refused'],
    [
      'is there otherwise',
      true,
      { state: 'different', held: [{ ...timer, days: 1 }] },
      'different',
    ],
    ['is off and gone', false, { state: 'same', held: [] }, 'same'],
    ['is off and still there', false, { state: 'waiting', held: [timer] }, 'waiting'],
    ['is off and was left there', false, { state: 'different', held: [timer] }, 'different'],
  ] as const)('%s', (_, enabled, table, standing) => {
    expect(standingOf(timer, enabled, table)).toBe(standing);
  });
});
