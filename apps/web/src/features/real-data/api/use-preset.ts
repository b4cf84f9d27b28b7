/** Cells of a preset: the devices with the highest load, in the order of the server. */
import { MAX_WALL_CELLS } from '@busbar/domain/wall/wall-cell';
import { useMemo } from 'react';
import { type TreeDevice, toTreeDevice } from '../../../components/device-tree/tree-device.ts';
import { pageAfterEvent } from '../../../components/device-tree/use-fleet.ts';
import type { Answer } from '../../../lib/calls/call-types.ts';
import { useCallQuery } from '../../../lib/calls/use-call.ts';
import { live } from '../../../realtime/live-query.ts';
import type { RealDataSearch } from '../real-data-search.ts';
import type { ShownCell } from './use-wall.ts';

export const TOP = 12;
/** The channel updates the loads; their order is read again. */
const SORT_MS = 15_000;
const GATHER_MS = 300;

const toPreset = ({ data: { list, total } }: Answer<'v2.devices'>) => ({
  devices: list.map(toTreeDevice),
  total,
});

export interface WallPreset {
  readonly cells: readonly ShownCell[];
  /** By code. */
  readonly devices: ReadonlyMap<string, TreeDevice>;
  readonly total: number;
}

/** `isHeld`: the order stays while someone reads the wall. */
export function usePreset(search: RealDataSearch, isHeld: boolean) {
  const { layout, view = 'top', by, group } = search;
  const query = useCallQuery(
    'v2.devices',
    {
      query: {
        pn: 1,
        ps: view === 'top' ? TOP : MAX_WALL_CELLS,
        sort: by === 'kw' ? 'load' : 'load_percent',
        order: 'desc',
        ...(view === 'group' && group !== undefined ? { group_id: String(group) } : {}),
      },
    },
    {
      ...live(pageAfterEvent, { gatherMs: GATHER_MS }),
      enabled: layout === undefined && view !== 'own',
      refetchInterval: isHeld ? false : SORT_MS,
      select: toPreset,
    },
  );
  const { data } = query;
  const codes = data?.devices.map(({ code }) => code).join(' ');
  const cells = useMemo(
    () =>
      (codes ?? '')
        .split(' ')
        .filter((code) => code !== '')
        .map((device): ShownCell => ({ device, quantity: 'activePower', low: null, high: null })),
    [codes],
  );
  const devices = useMemo(
    () => new Map((data?.devices ?? []).map((device) => [device.code, device])),
    [data],
  );
  return { ...query, preset: { cells, devices, total: data?.total ?? 0 } satisfies WallPreset };
}
