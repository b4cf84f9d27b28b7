/** Filters the devices of a tree by kind or state, and by group. */
import { useMemo, useState } from 'react';
import { idsBelow } from '../../lib/group-tree.ts';
import { type DeviceCategory, devicesOfCategory, isState } from './device-category.ts';
import type { TreeDevice } from './tree-device.ts';
import { useTreeGroups } from './use-tree-groups.ts';

const NO_DEVICES: readonly TreeDevice[] = [];

export function useDeviceFilter(devices: readonly TreeDevice[] | undefined, isWanted: boolean) {
  const [category, setCategory] = useState<DeviceCategory>();
  const [chosen, setGroup] = useState<number>();
  const { groups, isPending } = useTreeGroups(isWanted);
  // A group that was deleted filters nothing.
  const group = groups.some(({ id }) => id === chosen) ? chosen : undefined;
  const listed = useMemo(() => {
    const ofCategory = devicesOfCategory(devices ?? NO_DEVICES, category);
    if (group === undefined) return ofCategory;
    const ids = idsBelow(groups, group);
    return ofCategory.filter(({ groupId }) => ids.has(groupId));
  }, [devices, category, groups, group]);
  return {
    category,
    setCategory,
    group,
    setGroup,
    groups,
    isPending,
    listed,
    isFiltered: category !== undefined || group !== undefined,
  };
}

export type DeviceFilter = ReturnType<typeof useDeviceFilter>;

/** Key of the text that explains why no device is left. */
export function emptyReason({ category, group }: Pick<DeviceFilter, 'category' | 'group'>) {
  if (group !== undefined) return category === undefined ? 'group.none' : 'group.none-filtered';
  return isState(category) ? 'category.none-in-state' : 'category.none';
}
