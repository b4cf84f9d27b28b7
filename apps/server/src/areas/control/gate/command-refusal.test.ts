import { describe, expect, it } from 'vitest';
import { commandRefusal } from './command-refusal.ts';

const fine = {
  command: 'open',
  kind: 'main',
  protocol: 'busbar',
  action: 'closeByCommand',
  presence: 'online',
  mayWait: false,
  busy: false,
  disabled: false,
  isReadOnly: false,
  heldByOther: false,
  tooSoon: false,
  overLimit: null,
  steppedUp: false,
} as const;

describe('switch commands', () => {
  it.each([
    ['are accepted for an online device', {}, null],
    ['are accepted for a late device', { presence: 'late' }, null],
    ['are refused for an offline device', { presence: 'offline' }, 'device-offline'],
    ['are queued for an offline device on request', { presence: 'offline', mayWait: true }, null],
    ['are refused while another command runs', { busy: true }, 'control-busy'],
    [
      'are refused for a disabled slave before any other reason',
      { kind: 'slave', disabled: true, busy: true, mayWait: true },
      'slave-disabled',
    ],
    [
      'are refused for a meter that is only read before its state is considered',
      { kind: 'slave', isReadOnly: true, busy: true, action: undefined, presence: 'offline' },
      'meter-read-only',
    ],
    [
      'are refused as unsupported for a channel without an output',
      { kind: 'slave', protocol: 'shelly', isReadOnly: true, action: undefined },
      'order-not-supported',
    ],
    [
      'are refused as unsupported if no meter supports them',
      { kind: 'slave', isReadOnly: true, command: 'lock' },
      'order-not-supported',
    ],
    [
      'are refused as unsupported if the protocol of the device has none such',
      { protocol: 'tasmota', command: 'lock', busy: true, presence: 'offline' },
      'order-not-supported',
    ],
    ['are refused within the pause between operations', { tooSoon: true }, 'too-soon'],
    [
      'require the password beyond the rate limit',
      { overLimit: 'step-up-required' },
      'step-up-required',
    ],
    [
      'are accepted beyond the rate limit with the password',
      { overLimit: 'step-up-required', steppedUp: true },
      null,
    ],
    [
      'respect the pause between operations despite the password',
      { tooSoon: true, steppedUp: true },
      'too-soon',
    ],
    [
      'are refused while another command runs despite the password',
      { busy: true, steppedUp: true },
      'control-busy',
    ],
    [
      'respect a manual opening despite the password',
      { command: 'close', action: 'openByManual', steppedUp: true },
      'close-disabled',
    ],
    [
      'respect a lock when queued for an offline device',
      { command: 'close', action: 'lockByCommand', mayWait: true, presence: 'offline' },
      'close-disabled',
    ],
    [
      'report an unsupported command before any other reason',
      { kind: 'dtu', command: 'lock', busy: true },
      'order-not-supported',
    ],
    [
      'are refused if they lift the lock of another user',
      { command: 'unlock', action: 'lockByCommand', heldByOther: true },
      'locked-by-other',
    ],
    [
      'are refused if they lift the lock of another user despite the password',
      { command: 'unlock', action: 'lockByCommand', heldByOther: true, steppedUp: true },
      'locked-by-other',
    ],
    [
      'report the lock of another user before the missing connection',
      { command: 'unlock', action: 'lockByCommand', heldByOther: true, presence: 'offline' },
      'locked-by-other',
    ],
    [
      'are accepted if they lift the own lock of the user',
      { command: 'unlock', action: 'lockByCommand' },
      null,
    ],
    [
      'report an operation under way before the switch state',
      { action: 'openByCommand', busy: true },
      'control-busy',
    ],
    [
      'report the switch state before the missing connection',
      { action: 'openByCommand', presence: 'offline' },
      'already-open',
    ],
  ] as const)('%s', (_name, change, refusal) => {
    expect(commandRefusal({ ...fine, ...change })).toBe(refusal);
  });
});
