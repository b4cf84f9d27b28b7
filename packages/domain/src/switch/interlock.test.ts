import { describe, expect, it } from 'vitest';
import { DEVICE_KINDS } from '../device/device-type.ts';
import { DEVICE_PROTOCOLS } from '../device/protocol/device-protocol.ts';
import type { Refusal } from '../refusal.ts';
import { interlock, isSwitchCommand, SWITCH_COMMANDS, type SwitchCommand } from './interlock.ts';
import { SWITCH_ACTIONS, type SwitchAction } from './switch-action.ts';

type Expected = Refusal | null;

/**
 * Expected refusals of a main device, entered manually: one row per state, with the columns open,
 * close, lock, unlock.
 */
const MAIN: Record<SwitchAction | 'unknown', readonly [Expected, Expected, Expected, Expected]> = {
  openByManual: ['already-open', 'close-disabled', null, 'unlock-disabled'],
  openByCommand: ['already-open', null, null, 'unlock-disabled'],
  openByFault: ['already-open', null, null, 'unlock-disabled'],
  openByPowerlost: ['already-open', null, null, 'unlock-disabled'],
  openByTimer: ['already-open', null, null, 'unlock-disabled'],
  openByLeak: ['already-open', null, null, 'unlock-disabled'],
  closeByManual: [null, 'already-closed', null, 'unlock-disabled'],
  closeByCommand: [null, 'already-closed', null, 'unlock-disabled'],
  closeAutomatic: [null, 'already-closed', null, 'unlock-disabled'],
  closeByTimer: [null, 'already-closed', null, 'unlock-disabled'],
  lockByCommand: ['already-open', 'close-disabled', 'lock-disabled', null],
  lockByFault: [
    'mechanically-locked',
    'close-disabled',
    'mechanically-locked',
    'mechanically-locked',
  ],
  lockByOrg: [
    'mechanically-locked',
    'close-disabled',
    'mechanically-locked',
    'mechanically-locked',
  ],
  unknown: [null, 'state-unknown', null, 'state-unknown'],
};

const STATES = [...SWITCH_ACTIONS, 'unknown'] as const;
const column: Record<SwitchCommand, number> = { open: 0, close: 1, lock: 2, unlock: 3 };

const CASES = DEVICE_KINDS.flatMap((kind) =>
  STATES.flatMap((state) =>
    SWITCH_COMMANDS.map((command) => {
      const hasContact = kind === 'main' || kind === 'dtu' || kind === 'slave';
      const canLock = kind === 'main';
      const understood = hasContact && (canLock || command === 'open' || command === 'close');
      const expected = understood ? MAIN[state][column[command]] : 'order-not-supported';
      return { kind, state, command, expected: expected ?? null };
    }),
  ),
);

describe('interlock', () => {
  it('is tested for every kind, state and command', () => {
    expect(CASES).toHaveLength(6 * 14 * 4);
  });

  it.each(CASES)('$kind, $state, $command: $expected', ({ kind, state, command, expected }) => {
    const action = state === 'unknown' ? undefined : state;
    expect(interlock({ command, action, kind })).toBe(expected);
  });

  it.each(DEVICE_PROTOCOLS.filter((protocol) => protocol !== 'busbar'))(
    'refuses to lock and unlock a device that speaks %s, and opens and closes it by the table',
    (protocol) => {
      for (const { kind, state, command, expected } of CASES) {
        const action = state === 'unknown' ? undefined : state;
        const isLock = command === 'lock' || command === 'unlock';
        expect(interlock({ command, action, kind, protocol })).toBe(
          isLock ? 'order-not-supported' : expected,
        );
      }
    },
  );

  it('never allows a command that would energise a manually opened or locked breaker', () => {
    const dead = ['openByManual', 'lockByCommand', 'lockByFault', 'lockByOrg'] as const;
    for (const kind of DEVICE_KINDS) {
      for (const action of dead) {
        expect(interlock({ command: 'close', action, kind })).not.toBeNull();
      }
    }
  });
});

describe('isSwitchCommand', () => {
  it('accepts the four commands and nothing else', () => {
    expect(SWITCH_COMMANDS.every(isSwitchCommand)).toBe(true);
    expect(['OPEN', 'toggle', '', 0, null, 'constructor'].some(isSwitchCommand)).toBe(false);
  });
});
