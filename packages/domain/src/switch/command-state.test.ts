import { describe, expect, it } from 'vitest';
import {
  COMMAND_STATES,
  type CommandState,
  canMove,
  commandTtlMs,
  confirms,
  isOpenState,
} from './command-state.ts';
import { SWITCH_COMMANDS } from './interlock.ts';
import { SWITCH_ACTIONS } from './switch-action.ts';

/** Each state with all states that may follow it. */
const MOVES: readonly (readonly [CommandState, readonly CommandState[]])[] = [
  ['queued', ['sent', 'rejected', 'expired', 'cancelled']],
  ['sent', ['acknowledged', 'confirmed', 'rejected', 'expired', 'unknown']],
  ['acknowledged', ['confirmed', 'rejected', 'unknown']],
  ['unknown', ['confirmed', 'rejected', 'expired', 'cancelled']],
  ['confirmed', []],
  ['rejected', []],
  ['expired', []],
  ['cancelled', []],
];

describe('command states', () => {
  it.each(MOVES)('%s has only the next states %j', (from, allowed) => {
    expect(COMMAND_STATES.filter((to) => canMove(from, to)).toSorted()).toEqual(allowed.toSorted());
  });

  it('occupy the device until the command is complete, including unknown', () => {
    expect(COMMAND_STATES.filter(isOpenState)).toEqual([
      'queued',
      'sent',
      'acknowledged',
      'unknown',
    ]);
  });

  it('never return to a state from which a command is sent', () => {
    expect(COMMAND_STATES.filter((from) => canMove(from, 'queued'))).toEqual([]);
    expect(COMMAND_STATES.filter((from) => canMove(from, 'sent'))).toEqual(['queued']);
  });
});

describe('time to live of a command', () => {
  it.each([
    ['close', 30_000],
    ['unlock', 30_000],
    ['open', 120_000],
    ['lock', 120_000],
  ] as const)('%s is valid for %i ms with a base of 30 s', (command, ms) => {
    expect(commandTtlMs(command, 30)).toBe(ms);
  });
});

describe('confirmation of a command', () => {
  const CONFIRMED = new Set([
    'open openByCommand',
    'close closeByCommand',
    'lock lockByCommand',
    'unlock openByCommand',
    'unlock openByManual',
  ]);

  it.each(
    SWITCH_COMMANDS.flatMap((command) =>
      SWITCH_ACTIONS.map((action) => [command, action] as const),
    ),
  )('%s by a report of %s', (command, action) => {
    expect(confirms(command, action)).toBe(CONFIRMED.has(`${command} ${action}`));
  });
});
