import { describe, expect, it } from 'vitest';
import { type FrameEffect, frameInterlock } from './frame-interlock.ts';
import { SWITCH_TABLE, type SwitchAction } from './switch-action.ts';

const EFFECTS: readonly FrameEffect[] = ['read', 'open', 'close', 'write'];

const of = (effect: FrameEffect, action: SwitchAction | undefined) =>
  frameInterlock({ effect, action, kind: 'main' });

describe('frame interlock', () => {
  it.each<[SwitchAction | undefined, ...(string | null)[]]>([
    // The state, and the expected refusal of a frame that reads, opens, closes or writes.
    ['closeByCommand', null, null, 'already-closed', null],
    ['closeByManual', null, null, 'already-closed', null],
    ['openByCommand', null, 'already-open', null, null],
    ['openByFault', null, 'already-open', null, null],
    ['openByManual', null, 'already-open', 'close-disabled', 'close-disabled'],
    ['lockByCommand', null, 'already-open', 'close-disabled', 'close-disabled'],
    ['lockByFault', null, 'mechanically-locked', 'close-disabled', 'close-disabled'],
    ['lockByOrg', null, 'mechanically-locked', 'close-disabled', 'close-disabled'],
    [undefined, null, null, 'state-unknown', 'state-unknown'],
  ])('is checked for a breaker in state %s', (action, ...refusals) => {
    expect(EFFECTS.map((effect) => of(effect, action))).toEqual(refusals);
  });

  it('never allows a write where closing is forbidden', () => {
    for (const [action, { closed, closeAllowed }] of Object.entries(SWITCH_TABLE)) {
      const refusal = of('write', action as SwitchAction);
      expect(refusal === null, action).toBe(closed || closeAllowed);
    }
  });

  it.each(['slave', 'hidden'] as const)('rejects any frame to a %s', (kind) => {
    for (const effect of EFFECTS) {
      expect(frameInterlock({ effect, action: 'closeByCommand', kind })).toBe(
        'order-not-supported',
      );
    }
  });

  it.each(['meter', 'gateway'] as const)(
    'allows any frame to a %s, which has no contact',
    (kind) => {
      for (const effect of EFFECTS) {
        expect(frameInterlock({ effect, action: undefined, kind })).toBeNull();
      }
    },
  );
});
