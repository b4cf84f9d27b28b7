import { describe, expect, it } from 'vitest';
import { orderVerdict } from './order-verdict.ts';

const fine = {
  order: 'open',
  kind: 'main',
  action: 'closeByCommand',
  presence: 'online',
  mayWait: false,
  busy: false,
  disabled: false,
  heldByOther: false,
  tooSoon: false,
  overLimit: null,
  steppedUp: false,
} as const;

describe('an order', () => {
  it.each([
    ['passes', {}, null],
    ['passes to a late device', { presence: 'late' }, null],
    ['is refused offline', { presence: 'offline' }, 'device-offline'],
    ['waits for an offline device when asked to', { presence: 'offline', mayWait: true }, null],
    ['is refused while another runs', { busy: true }, 'control-busy'],
    [
      'is refused to a disabled slave, whatever else',
      { kind: 'slave', disabled: true, busy: true, mayWait: true },
      'slave-disabled',
    ],
    ['is refused within the pause', { tooSoon: true }, 'too-soon'],
    ['needs the password beyond the pace', { overLimit: 'step-up-required' }, 'step-up-required'],
    ['passes with the password', { overLimit: 'step-up-required', steppedUp: true }, null],
    ['is not hurried by the password', { tooSoon: true, steppedUp: true }, 'too-soon'],
    ['is not forced by the password', { busy: true, steppedUp: true }, 'control-busy'],
    [
      'is not unlocked by the password',
      { order: 'close', action: 'openByManual', steppedUp: true },
      'close-disabled',
    ],
    [
      'is not unlocked by waiting',
      { order: 'close', action: 'lockByCommand', mayWait: true, presence: 'offline' },
      'close-disabled',
    ],
    [
      'names what the device cannot do before all else',
      { kind: 'dtu', order: 'lock', busy: true },
      'order-not-supported',
    ],
    [
      'is refused to lift the lock of another',
      { order: 'unlock', action: 'lockByCommand', heldByOther: true },
      'locked-by-other',
    ],
    [
      'is not given the lock of another by the password',
      { order: 'unlock', action: 'lockByCommand', heldByOther: true, steppedUp: true },
      'locked-by-other',
    ],
    [
      'names whose lock it is before the way',
      { order: 'unlock', action: 'lockByCommand', heldByOther: true, presence: 'offline' },
      'locked-by-other',
    ],
    ['lifts the own lock', { order: 'unlock', action: 'lockByCommand' }, null],
    [
      'names the operation under way before the state',
      { action: 'openByCommand', busy: true },
      'control-busy',
    ],
    [
      'names the state before the way',
      { action: 'openByCommand', presence: 'offline' },
      'already-open',
    ],
  ] as const)('%s', (_name, change, refusal) => {
    expect(orderVerdict({ ...fine, ...change })).toBe(refusal);
  });
});
