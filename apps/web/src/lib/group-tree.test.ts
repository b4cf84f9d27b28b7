import { expect, it } from 'vitest';
import { idsBelow, inTreeOrder, placeOf } from './group-tree.ts';

const TREE = [
  { id: 1, parent_id: null, name: 'Works' },
  { id: 2, parent_id: 1, name: 'North' },
  { id: 3, parent_id: 1, name: 'South' },
  { id: 4, parent_id: 2, name: 'Hall' },
];

it('places each group below its parent group', () => {
  expect(inTreeOrder(TREE).map(({ group, depth }) => `${depth} ${group.name}`)).toEqual([
    '0 Works',
    '1 North',
    '2 Hall',
    '1 South',
  ]);
});

it('returns the path of a group and the ids below it', () => {
  expect(placeOf(TREE, 4)).toEqual(['Works', 'North', 'Hall']);
  expect([...idsBelow(TREE, 2)]).toEqual([2, 4]);
});
