/** Devices to select from, and the state of the selected ones while the confirmation is open. */
import {
  type DeviceWireRow,
  type TreeDevice,
  toTreeDevice,
} from '../../../components/device-tree/tree-device.ts';
import { type DeviceListQuery, useDevicePage } from '../../../device-kit/api/device-list.ts';
import { SHOWN_STATE_LIMIT_MS } from '../../../device-kit/shown-state.ts';
import { useCallQuery } from '../../../lib/calls/use-call.ts';

export interface GroupDevice extends TreeDevice {
  readonly groupName: string;
}

/** Page size for the whole fleet in one response; the server compresses long lists. */
export const ALL_ROWS = 100_000;
/** Refetch interval, so that the displayed state never becomes too old to act on. */
const READ_EVERY_MS = SHOWN_STATE_LIMIT_MS * 0.7;

const toGroupDevice = (row: DeviceWireRow): GroupDevice => ({
  ...toTreeDevice(row),
  groupName: row.group_name,
});

export function useGroupDevices(filters: DeviceListQuery, page: number, size: number) {
  return useDevicePage(filters, page, size, toGroupDevice);
}

/** Current state of the selected devices; deleted devices are omitted. */
export function useStatesNow(codes: ReadonlySet<string>) {
  return useCallQuery(
    'v2.devices',
    { query: { ps: ALL_ROWS } },
    {
      staleTime: 0,
      refetchInterval: READ_EVERY_MS,
      select: ({ data }) =>
        data.list.filter((row) => codes.has(row.device_code)).map(toGroupDevice),
    },
  );
}
