import { describe, expect, it } from 'vitest';
import {
  actionOfSlaveStatus,
  isSlaveClosed,
  SLAVE_STATUS_CODES,
  slaveStatusOfAction,
} from './slave-status.ts';
import { SWITCH_ACTIONS, SWITCH_TABLE } from './switch-action.ts';

/** Copied from docs/specification/control.md 2.4. */
const CODES = [
  [0, 'init or fault (off)', 'openByFault', false],
  [1, 'manual trip (off)', 'openByManual', false],
  [2, 'command off', 'openByCommand', false],
  [3, 'fault off', 'openByFault', false],
  [4, 'timer off', 'openByTimer', false],
  [10, 'manual on', 'closeByManual', true],
  [11, 'command on', 'closeByCommand', true],
  [12, 'auto on', 'closeAutomatic', true],
  [13, 'timer on', 'closeByTimer', true],
  [20, 'manual off', 'openByManual', false],
  [30, 'manual on', 'closeByManual', true],
] as const;

describe('slave status codes', () => {
  it.each(CODES)('%i, %s, is decoded as %s', (code, _name, action, closed) => {
    expect(actionOfSlaveStatus(code)).toBe(action);
    expect(isSlaveClosed(code)).toBe(closed);
  });

  it('are limited to the list of the specification', () => {
    expect(SLAVE_STATUS_CODES).toEqual(CODES.map(([code]) => code));
    for (const code of [-1, 5, 9, 14, 21, 255, 1.5, Number.NaN]) {
      expect(actionOfSlaveStatus(code)).toBeUndefined();
      expect(isSlaveClosed(code)).toBeUndefined();
    }
  });

  it('encode an action with the contact position of that action', () => {
    for (const action of SWITCH_ACTIONS) {
      const code = slaveStatusOfAction(action);
      if (action.startsWith('lock')) expect(code).toBeUndefined();
      else expect(isSlaveClosed(code ?? -1)).toBe(SWITCH_TABLE[action].closed);
    }
  });
});
