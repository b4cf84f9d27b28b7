import { describe, expect, it } from 'vitest';
import { DEVICE_KINDS } from '../device/device-type.ts';
import { carriesFrames, type FrameEffect, frameInterlock } from './frame-interlock.ts';
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

  it.each<[SwitchAction | undefined, ...(string | null)[]]>([
    ['closeByManual', null, null, 'already-closed', null],
    ['openByCommand', null, 'already-open', null, null],
    ['openByManual', null, 'already-open', 'close-disabled', 'close-disabled'],
    [undefined, null, null, 'state-unknown', 'state-unknown'],
  ])('is checked for a slave in state %s', (action, ...refusals) => {
    expect(EFFECTS.map((effect) => frameInterlock({ effect, action, kind: 'slave' }))).toEqual(
      refusals,
    );
  });

  it('allows any frame to a meter, and to a gateway without slaves, which have no contact', () => {
    for (const kind of ['meter', 'gateway'] as const) {
      for (const effect of EFFECTS) {
        expect(frameInterlock({ effect, action: undefined, kind }), kind).toBeNull();
      }
    }
  });

  it('lets no slave and no hidden device carry frames', () => {
    expect(DEVICE_KINDS.filter(carriesFrames)).toEqual(['main', 'gateway', 'dtu', 'meter']);
  });
});
