import { describe, expect, it } from 'vitest';
import {
  DEEPEST_GROUP,
  deletionRefusal,
  GROUP_NAME_LENGTH,
  type GroupHolds,
  groupRefusal,
  groupsBelow,
  MAX_GROUPS,
  movedPath,
  moveRefusal,
  nameRefusal,
  type TreeGroup,
} from './group-tree.ts';

const group = (name: string, ...path: number[]): TreeGroup => ({
  groupId: path.at(-1)!,
  parentId: path.at(-2) ?? null,
  name,
  path,
});

/** Group 1 is above 2 and 3; 4 is below 2, and 5 is below 4. */
const ROOT = group('Works', 1);
const NORTH = group('North', 1, 2);
const SOUTH = group('South', 1, 3);
const HALL = group('Hall', 1, 2, 4);
const ROW = group('Row', 1, 2, 4, 5);
const TREE = [ROOT, NORTH, SOUTH, HALL, ROW];

describe('name of a group', () => {
  it.each([
    ['a plain name', 'West', undefined],
    ['64 characters', 'é'.repeat(GROUP_NAME_LENGTH), undefined],
    ['64 characters of two code units each', '🏭'.repeat(GROUP_NAME_LENGTH), undefined],
    ['the name of a group in another branch', 'Hall', undefined],
    ['an empty name', '', 'group-name-invalid'],
    ['65 characters', 'a'.repeat(GROUP_NAME_LENGTH + 1), 'group-name-invalid'],
    ['markup', '<b>West</b>', 'group-name-invalid'],
    ['a sibling’s name', 'North', 'group-name-taken'],
    ['a sibling’s name in upper case', 'NORTH', 'group-name-taken'],
    ['a sibling’s name in full-width letters', 'Ｎorth', 'group-name-taken'],
  ] as const)('is validated: %s', (_name, name, refusal) => {
    expect(nameRefusal(TREE, 1, name)).toBe(refusal);
  });

  it('is accepted if it is unchanged', () => {
    expect(nameRefusal(TREE, 1, 'north', 2)).toBeUndefined();
  });
});

describe('creation of a group', () => {
  const chain = Array.from({ length: DEEPEST_GROUP }, (_, i) =>
    group(`Level ${i + 1}`, ...Array.from({ length: i + 1 }, (_step, j) => j + 1)),
  );

  it('is allowed down to the eighth level and not below', () => {
    expect(groupRefusal(chain, chain.at(-2)!, 'Other')).toBeUndefined();
    expect(groupRefusal(chain, chain.at(-1)!, 'Other')).toBe('group-too-deep');
  });

  it('is refused when the customer has one thousand groups', () => {
    const many = Array.from({ length: MAX_GROUPS }, (_, i) =>
      i === 0 ? ROOT : group(`Group ${i}`, 1, i + 1),
    );
    expect(groupRefusal(many.slice(1), ROOT, 'Other')).toBeUndefined();
    expect(groupRefusal(many, ROOT, 'Other')).toBe('groups-too-many');
  });

  it('requires a name that no sibling has', () => {
    expect(groupRefusal(TREE, ROOT, 'South')).toBe('group-name-taken');
  });
});

describe('a move of a group', () => {
  it.each([
    ['below a sibling', NORTH, SOUTH, undefined],
    ['below the root', HALL, ROOT, undefined],
    ['to its current parent', HALL, NORTH, undefined],
    ['below itself', NORTH, NORTH, 'group-cycle'],
    ['below its own descendant', NORTH, ROW, 'group-cycle'],
  ] as const)('is validated: %s', (_name, moved, parent, refusal) => {
    expect(moveRefusal(TREE, moved, parent)).toBe(refusal);
  });

  it('counts the levels of the descendants', () => {
    const sixth = group('Sixth', 10, 11, 12, 13, 14, 15);
    expect(moveRefusal([...TREE, sixth], HALL, sixth)).toBeUndefined();
    expect(moveRefusal([...TREE, sixth], NORTH, sixth)).toBe('group-too-deep');
  });

  it('requires a name that is unused below the new parent', () => {
    const other = group('hall', 1, 3, 6);
    expect(moveRefusal([...TREE, other], HALL, SOUTH)).toBe('group-name-taken');
  });
});

describe('paths of groups', () => {
  it('identify the group itself and its descendants', () => {
    expect(groupsBelow(TREE, 2)).toEqual([NORTH, HALL, ROW]);
  });

  it.each([
    ['the group itself', [1, 2], [1, 3, 2]],
    ['a descendant', [1, 2, 4, 5], [1, 3, 2, 4, 5]],
    ['an ancestor', [1], [1]],
    ['an unrelated group', [1, 3], [1, 3]],
    ['a group that has already moved', [1, 3, 2, 4], [1, 3, 2, 4]],
  ])('are updated after a move: %s', (_name, path, after) => {
    expect(movedPath(path, { from: [1, 2], to: [1, 3, 2] })).toEqual(after);
  });

  it('are restored by moving the group back', () => {
    const there = { from: [1, 2], to: [1, 3, 2] };
    const back = { from: [1, 3, 2], to: [1, 2] };
    for (const path of [
      [1, 2, 4],
      [1, 3, 2, 4],
    ]) {
      expect(movedPath(movedPath(path, there), back)).toEqual([1, 2, 4]);
    }
  });
});

describe('deletion of a group', () => {
  const EMPTY: GroupHolds = {
    groups: 0,
    devices: 0,
    users: 0,
    projects: 0,
    schedules: 0,
    keys: 0,
  };
  it.each([
    ['no contents', {}, undefined],
    ['a child group', { groups: 1 }, 'group-not-empty'],
    ['a device', { devices: 1 }, 'group-not-empty'],
    ['a user', { users: 1 }, 'group-not-empty'],
    ['a project', { projects: 1 }, 'group-not-empty'],
    ['a scheduled report', { schedules: 1 }, 'group-not-empty'],
    ['an API key', { keys: 1 }, 'group-has-keys'],
    ['a device and a key', { devices: 1, keys: 1 }, 'group-not-empty'],
  ])('is validated for a group with %s', (_case, holds: Partial<GroupHolds>, refusal) => {
    expect(deletionRefusal({ ...EMPTY, ...holds })).toBe(refusal);
  });
});
