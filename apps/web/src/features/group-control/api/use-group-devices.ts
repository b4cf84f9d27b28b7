/** Devices to select from, and the state of the selected ones while the confirmation is open. */
import { keepPreviousData } from '@tanstack/react-query';
import { type TreeDevice, toTreeDevice } from '../../../components/device-tree/tree-device.ts';
import { SHOWN_STATE_LIMIT_MS } from '../../../device-kit/shown-state.ts';
import { call } from '../../../lib/calls/api-client.ts';
import type { Answer, CallInput } from '../../../lib/calls/call-types.ts';
import { useCallQuery } from '../../../lib/calls/use-call.ts';

type Query = NonNullable<CallInput<'v2.devices'>['query']>;
type WireRow = Answer<'v2.devices'>['data']['list'][number];

export interface GroupDevice extends TreeDevice {
  readonly groupName: string;
}

export interface GroupDeviceFilters {
  readonly keyword: string | undefined;
  readonly online: 'online' | 'offline' | undefined;
  readonly type: string | undefined;
}

/** The whole fleet in one response; the server compresses long lists. */
const ALL_ROWS = 100_000;
/** Refreshed before the state is too old to act on. */
const READ_EVERY_MS = SHOWN_STATE_LIMIT_MS * 0.7;

const toGroupDevice = (row: WireRow): GroupDevice => ({
  ...toTreeDevice(row),
  groupName: row.group_name,
});

function toQuery({ keyword, online, type }: GroupDeviceFilters): Query {
  return {
    ...(keyword === undefined ? {} : { keyword }),
    ...(online === undefined ? {} : { online: online === 'online' }),
    ...(type === undefined ? {} : { device_type: type }),
  };
}

export function useGroupDevices(filters: GroupDeviceFilters, page: number, size: number) {
  const query = toQuery(filters);
  return {
    ...useCallQuery(
      'v2.devices',
      { query: { ...query, pn: page, ps: size } },
      {
        placeholderData: keepPreviousData,
        select: ({ data }) => ({ rows: data.list.map(toGroupDevice), total: data.total }),
      },
    ),
    readPage: async (at: number, rows: number) => {
      const { data } = await call('v2.devices', { query: { ...query, pn: at, ps: rows } });
      return { rows: data.list.map(toGroupDevice), total: data.total };
    },
  };
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
