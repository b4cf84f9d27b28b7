import { describe, expect, it } from 'vitest';
import type { TreeGroup } from './api/use-group-tree.ts';
import { firstFolded, groupRows } from './group-rows.ts';

const group = (id: number, parent: number | null, name: string, level: number): TreeGroup => ({
  id,
  parent_id: parent,
  name,
  level,
  devices: 0,
  users: 0,
  all_devices: 0,
  all_users: 0,
});
const TREE = [
  group(1, null, 'Works', 2),
  group(2, 1, 'North', 3),
  group(3, 1, 'South', 3),
  group(4, 2, 'Hall', 4),
];
const lines = (folded: number[], search?: string) =>
  groupRows(TREE, new Set(folded), search).map(
    ({ group: { name }, depth, hasBelow, isOpen }) =>
      `${'  '.repeat(depth)}${name}${hasBelow ? (isOpen ? ' -' : ' +') : ''}`,
  );

describe('rows of the group tree', () => {
  it('are placed below their parent group', () => {
    expect(lines([])).toEqual(['Works -', '  North -', '    Hall', '  South']);
  });

  it('are hidden below a collapsed group', () => {
    expect(lines([2])).toEqual(['Works -', '  North +', '  South']);
  });

  it('are found by name, with all their ancestors', () => {
    expect(lines([1, 2], ' hAL')).toEqual(['Works -', '  North -', '    Hall']);
    expect(lines([], 'no such')).toEqual([]);
  });

  it('of a large tree are collapsed below the first level', () => {
    expect(firstFolded(TREE).size).toBe(0);
    const many = Array.from({ length: 101 }, (_, i) => group(i + 1, i === 0 ? null : 1, `${i}`, 3));
    many[0] = { ...many[0]!, level: 2 };
    expect(firstFolded(many).has(1)).toBe(false);
    expect(firstFolded(many).size).toBe(100);
  });
});
