/** Pages of devices (docs/specification/devices.md 3), with field names in camelCase. */
import { type Presence, staleAfterMs } from '@busbar/domain/device/presence';
import { type CamelCaseKeys, camelCaseKeys } from '@busbar/domain/key-case';
import type { BreakerPosition } from '@busbar/domain/switch/breaker-position';
import type { SwitchAction } from '@busbar/domain/switch/switch-action';
import { keepPreviousData } from '@tanstack/react-query';
import {
  actionOfStatus,
  type DeviceWireRow,
  presenceOfWire,
} from '../../components/device-tree/tree-device.ts';
import { pageAfterEvent } from '../../components/device-tree/use-fleet.ts';
import { present } from '../../lib/address/search-params.ts';
import { call } from '../../lib/calls/api-client.ts';
import type { Answer, CallInput } from '../../lib/calls/call-types.ts';
import { useCallQuery } from '../../lib/calls/use-call.ts';
import { patched } from '../../realtime/live-query.ts';

type Query = NonNullable<CallInput<'v2.devices'>['query']>;

export interface DeviceListRow extends CamelCaseKeys<DeviceWireRow> {
  readonly presence: Presence;
  readonly action: SwitchAction | undefined;
  readonly actionAt: number | null;
  readonly staleMs: number;
}

const toDeviceListRow = (row: DeviceWireRow): DeviceListRow => ({
  ...camelCaseKeys(row),
  presence: presenceOfWire(row.presence),
  action: actionOfStatus(row.status),
  actionAt: row.status_at,
  staleMs: staleAfterMs(row.interval_s),
});

export interface DeviceListFilters {
  readonly keyword: string | undefined;
  readonly online: 'online' | 'offline' | undefined;
  readonly type: string | undefined;
  readonly position?: BreakerPosition | undefined;
}

export type DeviceListSort = NonNullable<Query['sort']>;

export interface DeviceListQuery extends DeviceListFilters {
  readonly sort?: DeviceListSort | undefined;
  readonly order?: 'asc' | 'desc' | undefined;
}

/**
 * One page of devices, and a function that reads other pages for the export. Nothing is requested
 * while the size is 0: the table has not been measured.
 */
export function useDevicePage<Row>(
  { keyword, online, type, position, sort, order = 'asc' }: DeviceListQuery,
  page: number,
  size: number,
  toRow: (row: DeviceWireRow) => Row,
) {
  const query: Query = present({
    keyword,
    online: online === undefined ? undefined : online === 'online',
    device_type: type,
    position,
    sort,
    order: sort === undefined ? undefined : order,
  });
  const toPage = ({ data }: Answer<'v2.devices'>) => ({
    rows: data.list.map(toRow),
    total: data.total,
  });
  return {
    ...useCallQuery(
      'v2.devices',
      { query: { ...query, pn: page, ps: size } },
      {
        ...patched(pageAfterEvent),
        enabled: size > 0,
        placeholderData: keepPreviousData,
        select: toPage,
      },
    ),
    readPage: async (at: number, rows: number) =>
      toPage(await call('v2.devices', { query: { ...query, pn: at, ps: rows } })),
  };
}

/** One page of the device list. */
export function useDeviceList(query: DeviceListQuery, page: number, size: number) {
  return useDevicePage(query, page, size, toDeviceListRow);
}
