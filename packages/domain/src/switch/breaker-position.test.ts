import { describe, expect, it } from 'vitest';
import { actionsOfPosition, BREAKER_POSITIONS, breakerPosition } from './breaker-position.ts';
import { SWITCH_ACTIONS, type SwitchAction } from './switch-action.ts';

describe('the position in which a breaker is counted', () => {
  it.each<[SwitchAction, string]>([
    ['openByManual', 'open'],
    ['openByCommand', 'open'],
    ['openByFault', 'tripped'],
    ['openByPowerlost', 'open'],
    ['openByTimer', 'open'],
    ['openByLeak', 'tripped'],
    ['closeByManual', 'closed'],
    ['closeByCommand', 'closed'],
    ['closeAutomatic', 'closed'],
    ['closeByTimer', 'closed'],
    ['lockByCommand', 'locked'],
    ['lockByFault', 'tripped'],
    ['lockByOrg', 'locked'],
  ])('of %s is %s', (action, position) => {
    expect(breakerPosition(action)).toBe(position);
  });

  it('is one of four for every action', () => {
    const listed = BREAKER_POSITIONS.flatMap(actionsOfPosition);
    expect(listed.toSorted()).toEqual([...SWITCH_ACTIONS].sort());
  });
});
