import { describe, expect, it } from 'vitest';
import { groupsThatSeeOther, type Parcel, viewChange } from './group-views.ts';

/** Group 1 is above 2 and 3; 4 is below 2. */
const parcel = (name: string, from: number[], to: number[]) => ({ name, from, to });
const names = (parcels: readonly { name: string }[]) => parcels.map(({ name }) => name);

describe('lost and gained devices of a user after a move', () => {
  it.each([
    // Devices move from 4 to 3.
    ['a user above both places', 1, 1, [], []],
    ['a user above the old place', 2, 2, ['moved'], []],
    ['a user in the old place', 4, 4, ['moved'], []],
    ['a user in the new place', 3, 3, [], ['moved']],
    ['a user who is moved too', 4, 3, [], []],
  ])('are listed for %s', (_name, before, after, lost, gained) => {
    const change = viewChange([parcel('moved', [1, 2, 4], [1, 3])], { before, after });
    expect([names(change.lost), names(change.gained)]).toEqual([lost, gained]);
  });

  const still = [
    parcel('root', [1], [1]),
    parcel('north', [1, 2], [1, 2]),
    parcel('hall', [1, 2, 4], [1, 2, 4]),
    parcel('south', [1, 3], [1, 3]),
  ];
  it.each([
    ['up', 4, 2, [], ['north']],
    ['down', 1, 2, ['root', 'south'], []],
    ['across', 2, 3, ['north', 'hall'], ['south']],
    ['nowhere', 2, 2, [], []],
  ])('are listed for a user who moves %s', (_name, before, after, lost, gained) => {
    const change = viewChange(still, { before, after });
    expect([names(change.lost), names(change.gained)]).toEqual([lost, gained]);
  });
});

describe('groups whose users see other devices after a move', () => {
  it('are the ancestors of only one of the two positions, including the position itself', () => {
    const parcels: Parcel[] = [
      { from: [1, 2, 4], to: [1, 3] },
      { from: [1, 3], to: [1, 3] },
    ];
    expect(groupsThatSeeOther(parcels).toSorted()).toEqual([2, 3, 4]);
  });
});
