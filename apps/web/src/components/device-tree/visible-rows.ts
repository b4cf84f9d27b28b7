/**
 * The tree as a flat list of visible rows, and its keyboard behaviour. Only rows inside the
 * scrolled window are rendered, so ten thousand devices cost as much as forty.
 */
import type { DeviceForest, GroupKey } from './build-tree.ts';
import type { TreeDevice } from './tree-device.ts';

interface RowPlace {
  /** `group:online`, `group:offline`, or a device's code. */
  readonly key: string;
  readonly level: 1 | 2 | 3;
  readonly position: number;
  readonly setSize: number;
  readonly parentKey: string | undefined;
  /** Undefined if the row cannot be expanded. */
  readonly expanded: boolean | undefined;
}

export interface GroupRow extends RowPlace {
  readonly kind: 'group';
  readonly group: GroupKey;
  readonly count: number;
}

export interface DeviceRow extends RowPlace {
  readonly kind: 'device';
  readonly device: TreeDevice;
  readonly slavesAlive: number;
  readonly slaves: number;
}

export type TreeRow = GroupRow | DeviceRow;

export const groupKey = (group: GroupKey): string => `group:${group}`;

export function visibleRows(forest: DeviceForest, expanded: ReadonlySet<string>): TreeRow[] {
  const rows: TreeRow[] = [];
  forest.groups.forEach((group, groupIndex) => {
    const parentKey = groupKey(group.key);
    const isOpen = expanded.has(parentKey);
    rows.push({
      kind: 'group',
      key: parentKey,
      level: 1,
      position: groupIndex + 1,
      setSize: forest.groups.length,
      parentKey: undefined,
      expanded: isOpen,
      group: group.key,
      count: group.branches.length,
    });
    if (!isOpen) return;
    group.branches.forEach(({ device, slaves }, index) => {
      const hasSlaves = slaves.length > 0;
      const isBranchOpen = hasSlaves && expanded.has(device.code);
      rows.push({
        kind: 'device',
        key: device.code,
        level: 2,
        position: index + 1,
        setSize: group.branches.length,
        parentKey,
        expanded: hasSlaves ? isBranchOpen : undefined,
        device,
        slaves: slaves.length,
        slavesAlive: slaves.filter((slave) => slave.presence === 'online').length,
      });
      if (!isBranchOpen) return;
      slaves.forEach((slave, slaveIndex) => {
        rows.push({
          kind: 'device',
          key: slave.code,
          level: 3,
          position: slaveIndex + 1,
          setSize: slaves.length,
          parentKey: device.code,
          expanded: undefined,
          device: slave,
          slaves: 0,
          slavesAlive: 0,
        });
      });
    });
  });
  return rows;
}

export type TreeMove =
  | { readonly focus: string }
  | { readonly open: string }
  | { readonly close: string }
  | { readonly choose: string };

const PAGE = 10;

/**
 * Returns the effect of a key on the row `focused` (WAI-ARIA tree pattern); undefined for a key
 * without effect. `forward` is the arrow that expands: right, or left in a right-to-left page.
 */
export function treeMove(
  rows: readonly TreeRow[],
  focused: string | undefined,
  key: string,
  isRightToLeft: boolean,
): TreeMove | undefined {
  const at = Math.max(
    0,
    rows.findIndex((row) => row.key === focused),
  );
  const row = rows[at];
  if (row === undefined) return undefined;
  const go = (index: number): TreeMove => ({
    focus: rows[Math.min(rows.length - 1, Math.max(0, index))]!.key,
  });
  const forward = isRightToLeft ? 'ArrowLeft' : 'ArrowRight';
  const back = isRightToLeft ? 'ArrowRight' : 'ArrowLeft';
  switch (key) {
    case 'ArrowDown':
      return go(at + 1);
    case 'ArrowUp':
      return go(at - 1);
    case 'PageDown':
      return go(at + PAGE);
    case 'PageUp':
      return go(at - PAGE);
    case 'Home':
      return go(0);
    case 'End':
      return go(rows.length - 1);
    case forward:
      if (row.expanded === false) return { open: row.key };
      return row.expanded === true ? go(at + 1) : undefined;
    case back:
      if (row.expanded === true) return { close: row.key };
      return row.parentKey === undefined ? undefined : { focus: row.parentKey };
    case 'Enter':
    case ' ':
      if (row.kind === 'device') return { choose: row.key };
      return row.expanded === true ? { close: row.key } : { open: row.key };
    default:
      return undefined;
  }
}

/** Returns the first and last index to render, with `spare` rows beyond the window's edges. */
export function rowWindow(
  scrollTop: number,
  height: number,
  rowHeight: number,
  count: number,
  spare = 8,
): { from: number; to: number } {
  const from = Math.max(0, Math.floor(scrollTop / rowHeight) - spare);
  const to = Math.min(count, Math.ceil((scrollTop + height) / rowHeight) + spare);
  return { from: Math.min(from, count), to };
}
