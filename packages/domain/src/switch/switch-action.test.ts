import { describe, expect, it } from 'vitest';
import {
  displayStatus,
  isLocked,
  isSwitchAction,
  isTrip,
  SWITCH_ACTIONS,
  SWITCH_TABLE,
} from './switch-action.ts';

/** Copied from the device protocol, "Switch states". Columns: closed, close, lock, unlock. */
const STATES = [
  ['openByManual', 'no', 'no', 'yes', 'no'],
  ['openByCommand', 'no', 'yes', 'yes', 'no'],
  ['openByFault', 'no', 'yes', 'yes', 'no'],
  ['openByPowerlost', 'no', 'yes', 'yes', 'no'],
  ['openByTimer', 'no', 'yes', 'yes', 'no'],
  ['openByLeak', 'no', 'yes', 'yes', 'no'],
  ['closeByManual', 'yes', '-', 'yes', 'no'],
  ['closeByCommand', 'yes', '-', 'yes', 'no'],
  ['closeAutomatic', 'yes', '-', 'yes', 'no'],
  ['closeByTimer', 'yes', '-', 'yes', 'no'],
  ['lockByCommand', 'no', 'no', 'no', 'yes'],
  ['lockByFault', 'no', 'no', 'no', 'no'],
  ['lockByOrg', 'no', 'no', 'no', 'no'],
] as const;

/** The texts of docs/decisions.md 6; the other six actions have no display name. */
const DISPLAY = [
  ['closeByCommand', 'commandOn'],
  ['openByCommand', 'commandOff'],
  ['closeByTimer', 'timerOn'],
  ['openByTimer', 'timerOff'],
  ['closeByManual', 'openByManualOn'],
  ['openByManual', 'openByManualOff'],
  ['lockByCommand', 'commandLocked'],
] as const;

describe('the cause of a position', () => {
  it('is a trip if a protection opened the breaker', () => {
    expect(SWITCH_ACTIONS.filter(isTrip)).toEqual(['openByFault', 'openByLeak', 'lockByFault']);
  });

  it('is a lock whoever locked the breaker', () => {
    expect(SWITCH_ACTIONS.filter(isLocked)).toEqual(['lockByCommand', 'lockByFault', 'lockByOrg']);
  });
});

describe('switch table', () => {
  it('has a row for each of the thirteen actions and no other', () => {
    expect(STATES.map(([action]) => action).toSorted()).toEqual(SWITCH_ACTIONS.toSorted());
    expect(Object.keys(SWITCH_TABLE)).toHaveLength(13);
  });

  it.each(STATES)('%s: closed %s, close %s, lock %s, unlock %s', (action, ...cells) => {
    const row = SWITCH_TABLE[action];
    const text = (value: boolean | null) => (value === null ? '-' : value ? 'yes' : 'no');
    expect([row.closed, row.closeAllowed, row.lockAllowed, row.unlockAllowed].map(text)).toEqual(
      cells,
    );
  });
});

describe('display status', () => {
  it.each(DISPLAY)('%s is shown as %s', (action, shown) => {
    expect(displayStatus(action)).toBe(shown);
  });

  it('is undefined for all other actions', () => {
    const named = new Set<string>(DISPLAY.map(([action]) => action));
    const rest = SWITCH_ACTIONS.filter((action) => !named.has(action));
    expect(rest).toHaveLength(6);
    expect(rest.map(displayStatus)).toEqual(Array(6).fill(undefined));
  });
});

describe('isSwitchAction', () => {
  it.each([...SWITCH_ACTIONS])('accepts %s', (action) => {
    expect(isSwitchAction(action)).toBe(true);
  });

  it.each(['', 'OpenByManual', 'constructor', '__proto__', 'toString', 11, null, undefined])(
    'rejects %s',
    (value) => {
      expect(isSwitchAction(value)).toBe(false);
    },
  );
});
