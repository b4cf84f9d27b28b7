import { describe, expect, it } from 'vitest';
import {
  COMMAND_STATES,
  type CommandState,
  canMove,
  commandTtlMs,
  confirms,
  isOpenState,
} from './command-state.ts';
import { ORDERS } from './interlock.ts';
import { SWITCH_ACTIONS } from './switch-action.ts';

/** From, and every allowed next state. */
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

describe('command state', () => {
  it.each(MOVES)('%s moves to %j only', (from, allowed) => {
    expect(COMMAND_STATES.filter((to) => canMove(from, to)).toSorted()).toEqual(allowed.toSorted());
  });

  it('occupies the device until it is settled, unknown included', () => {
    expect(COMMAND_STATES.filter(isOpenState)).toEqual([
      'queued',
      'sent',
      'acknowledged',
      'unknown',
    ]);
  });

  it('never goes back to a state from which it would be sent', () => {
    expect(COMMAND_STATES.filter((from) => canMove(from, 'queued'))).toEqual([]);
    expect(COMMAND_STATES.filter((from) => canMove(from, 'sent'))).toEqual(['queued']);
  });
});

describe('time to live', () => {
  it.each([
    ['close', 30_000],
    ['unlock', 30_000],
    ['open', 120_000],
    ['lock', 120_000],
  ] as const)('%s may wait %i ms on a base of 30 s', (order, ms) => {
    expect(commandTtlMs(order, 30)).toBe(ms);
  });
});

describe('confirmation', () => {
  const CONFIRMED = new Set([
    'open openByCommand',
    'close closeByCommand',
    'lock lockByCommand',
    'unlock openByCommand',
    'unlock openByManual',
  ]);

  it.each(ORDERS.flatMap((order) => SWITCH_ACTIONS.map((action) => [order, action] as const)))(
    '%s with a report of %s',
    (order, action) => {
      expect(confirms(order, action)).toBe(CONFIRMED.has(`${order} ${action}`));
    },
  );
});
