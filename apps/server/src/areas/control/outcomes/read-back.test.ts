import { describe, expect, it } from 'vitest';
import { readBack } from './read-back.ts';

const question = {
  command: 'open',
  expiresAt: 10_000,
  beforeAction: 'closeByCommand',
  reported: 'openByCommand',
  reportedAt: 10_001,
  ofOtherCommand: false,
} as const;

describe('switch reports that do not name the unknown command', () => {
  it.each([
    ['prove nothing if made by the deadline', { reportedAt: 10_000 }, undefined],
    ['prove nothing if made before the command', { reportedAt: 1 }, undefined],
    ['confirm it if they show the commanded state', {}, 'confirmed'],
    ['expire it if they show the previous state', { reported: 'closeByCommand' }, 'expired'],
    ['cancel it if they show a third state', { reported: 'openByFault' }, 'cancelled'],
    [
      'cancel it if the switch was closed manually since',
      { reported: 'closeByManual' },
      'cancelled',
    ],
    [
      'cancel it if another command caused the commanded state',
      { ofOtherCommand: true },
      'cancelled',
    ],
    ['cancel it if the previous state is unknown', { beforeAction: null }, 'cancelled'],
  ] as const)('%s', (_name, change, state) => {
    expect(readBack({ ...question, ...change })?.state).toBe(state);
  });

  it('resolve an unlock command by the action that opened the switch', () => {
    const unlock = { ...question, command: 'unlock', beforeAction: 'lockByCommand' } as const;
    expect(readBack({ ...unlock, reported: 'openByManual' })?.state).toBe('confirmed');
    expect(readBack({ ...unlock, reported: 'lockByCommand' })?.state).toBe('expired');
  });
});
