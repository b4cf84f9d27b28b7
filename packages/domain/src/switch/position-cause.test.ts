import { describe, expect, it } from 'vitest';
import { actionOfCommand, actionWithoutCause } from './position-cause.ts';
import { SWITCH_TABLE, type SwitchAction } from './switch-action.ts';

describe('a position without a cause', () => {
  it.each<[boolean, SwitchAction | undefined, SwitchAction]>([
    [false, undefined, 'openByManual'],
    [true, undefined, 'closeByManual'],
    [false, 'closeByCommand', 'openByManual'],
    [true, 'openByFault', 'closeByManual'],
    [false, 'openByTimer', 'openByTimer'],
    [false, 'openByFault', 'openByFault'],
    [true, 'closeAutomatic', 'closeAutomatic'],
  ])('closed %s after %s is %s', (isClosed, known, action) => {
    expect(actionWithoutCause(isClosed, known)).toBe(action);
  });

  it('that is open and new is never closed remotely', () => {
    expect(SWITCH_TABLE[actionWithoutCause(false, 'closeByManual')].closeAllowed).toBe(false);
  });
});

describe('a position after a command', () => {
  it('is that of the command', () => {
    expect([actionOfCommand(true), actionOfCommand(false)]).toEqual([
      'closeByCommand',
      'openByCommand',
    ]);
  });
});
