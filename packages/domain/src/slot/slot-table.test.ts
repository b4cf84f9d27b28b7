import { describe, expect, it } from 'vitest';
import {
  judgeSlotChanges,
  notAsAsked,
  placesOf,
  type SlavePlace,
  withSlotChanges,
} from './slot-table.ts';

/** `3:7` is address 7 in slot 3; `3:7-` is the same slave, disabled. */
const table = (text: string): SlavePlace[] =>
  text
    .split(' ')
    .filter(Boolean)
    .map((word) => {
      const [slot, address] = word.replace('-', '').split(':').map(Number);
      return { slot: slot!, address: address!, enabled: !word.endsWith('-') };
    });
const text = (places: readonly SlavePlace[]) =>
  places.map(({ slot, address, enabled }) => `${slot}:${address}${enabled ? '' : '-'}`).join(' ');

describe('where the slaves of a gateway stand', () => {
  it.each([
    ['as the gateway tells', '3:7 1:2-', [2, 7], '1:2- 3:7'],
    ['by address when it was never asked', '', [5, 1], '1:1 5:5'],
    ['one it does not tell of keeps its address', '1:1', [1, 4], '1:1 4:4'],
    ['one whose slot is taken gets the lowest free', '1:2 2:1', [1, 2, 3], '1:2 2:1 3:3'],
    ['both untold, one home taken', '4:9 1:8', [4, 2], '1:8 2:2 3:4 4:9'],
    ['told and not registered', '6:6', [], '6:6'],
  ] as const)('%s', (_, told, registered, expected) => {
    expect(text(placesOf(table(told), registered))).toBe(expected);
  });
});

describe('a change of slots', () => {
  it.each([
    ['a free slot', '1:1 2:2', '9:1', [null]],
    ['the same slot, disabled', '1:1 2:2', '1:1-', [null]],
    ['a slot that is taken', '1:1 2:2', '2:1', ['slot-taken']],
    ['two change places', '1:1 2:2', '2:1 1:2', [null, null]],
    ['three in a ring', '1:1 2:2 3:3', '2:1 3:2 1:3', [null, null, null]],
    ['two want one slot', '1:1 2:2', '9:1 9:2', [null, 'slot-taken']],
    ['a slave the gateway does not know', '1:1', '4:4', ['slave-unknown']],
    [
      'one needs the slot a refused one keeps',
      '1:1 2:2 3:3',
      '2:1 3:2',
      ['slot-taken', 'slot-taken'],
    ],
  ] as const)('%s', (_, told, changes, expected) => {
    expect(judgeSlotChanges(table(told), table(changes))).toEqual(expected);
  });

  it('leaves alone what must not be touched, and what needs its slot', () => {
    expect(judgeSlotChanges(table('1:1 2:2'), table('2:1 1:2'), new Set([2]))).toEqual([
      'slot-taken',
      'control-busy',
    ]);
  });

  it('shows in the table', () => {
    const after = withSlotChanges(table('1:1 2:2 3:3'), table('2:1 1:2-'));
    expect(text(after)).toBe('1:2- 2:1 3:3');
    expect(notAsAsked(after, table('2:1 1:2-'))).toEqual([]);
    expect(text(notAsAsked(after, table('2:1- 1:2-')))).toBe('2:1-');
  });
});
