import { describe, expect, it } from 'vitest';
import {
  placesOf,
  type SlavePlace,
  unexpectedSlots,
  validateSlotChanges,
  withSlotChanges,
} from './slot-table.ts';

/** `3:7` is address 7 in slot 3; `3:7-` is the same slave, disabled. */
const table = (text: string): SlavePlace[] =>
  text
    .split(' ')
    .filter(Boolean)
    .map((text) => {
      const [slot, address] = text.replace('-', '').split(':').map(Number);
      return { slot: slot!, address: address!, enabled: !text.endsWith('-') };
    });
const text = (places: readonly SlavePlace[]) =>
  places.map(({ slot, address, enabled }) => `${slot}:${address}${enabled ? '' : '-'}`).join(' ');

describe('slots of slaves', () => {
  it.each([
    ['as reported by the gateway', '3:7 1:2-', [2, 7], '1:2- 3:7'],
    ['by address if nothing was reported', '', [5, 1], '1:1 5:5'],
    ['the slot of its address for an unreported slave', '1:1', [1, 4], '1:1 4:4'],
    ['the lowest free slot if that slot is in use', '1:2 2:1', [1, 2, 3], '1:2 2:1 3:3'],
    ['two unreported slaves, one slot in use', '4:9 1:8', [4, 2], '1:8 2:2 3:4 4:9'],
    ['a reported slave that is not registered', '6:6', [], '6:6'],
  ] as const)('are assigned: %s', (_, reported, registered, expected) => {
    expect(text(placesOf(table(reported), registered))).toBe(expected);
  });
});

describe('changes of slots', () => {
  it.each([
    ['to a free slot', '1:1 2:2', '9:1', [null]],
    ['to disable the same slot', '1:1 2:2', '1:1-', [null]],
    ['to a slot in use', '1:1 2:2', '2:1', ['slot-taken']],
    ['to swap two slaves', '1:1 2:2', '2:1 1:2', [null, null]],
    ['to rotate three slaves', '1:1 2:2 3:3', '2:1 3:2 1:3', [null, null, null]],
    ['of two slaves to one slot', '1:1 2:2', '9:1 9:2', [null, 'slot-taken']],
    ['of a slave unknown to the gateway', '1:1', '4:4', ['slave-unknown']],
    [
      'to a slot that a refused change does not vacate',
      '1:1 2:2 3:3',
      '2:1 3:2',
      ['slot-taken', 'slot-taken'],
    ],
  ] as const)('are validated: %s', (_, reported, changes, expected) => {
    expect(validateSlotChanges(table(reported), table(changes))).toEqual(expected);
  });

  it('are refused for slaves that cannot be changed now, and for slaves that need their slots', () => {
    expect(validateSlotChanges(table('1:1 2:2'), table('2:1 1:2'), new Set([2]))).toEqual([
      'slot-taken',
      'control-busy',
    ]);
  });

  it('are applied to the table', () => {
    const after = withSlotChanges(table('1:1 2:2 3:3'), table('2:1 1:2-'));
    expect(text(after)).toBe('1:2- 2:1 3:3');
    expect(unexpectedSlots(after, table('2:1 1:2-'))).toEqual([]);
    expect(text(unexpectedSlots(after, table('2:1- 1:2-')))).toBe('2:1-');
  });
});
