/** The device list (docs/specification/devices.md 3), with domain names instead of API names. */
import type { Presence } from '@busbar/domain/device/presence';
import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { presenceOfWire } from '../../components/device-tree/tree-device.ts';
import { call } from '../../lib/calls/api-client.ts';
import type { Answer, CallInput } from '../../lib/calls/call-types.ts';
import { callKey, useCallQuery } from '../../lib/calls/use-call.ts';
import { useRealtime } from '../../realtime/use-realtime.ts';

type ListAnswer = Answer<'v1.device.findByConditions'>;
type ListBody = CallInput<'v1.device.findByConditions'>['body'];
type WireRow = ListAnswer['data'][number];

export interface DeviceListRow {
  readonly id: number;
  readonly name: string;
  readonly code: string;
  readonly type: string;
  readonly rateId: number;
  readonly rateName: string;
  readonly groupId: number;
  readonly groupName: string;
  readonly presence: Presence;
  readonly heardAt: number | null;
  readonly csq: number | null;
  readonly ratedVoltage: number | null;
  readonly ratedCurrent: number | null;
  readonly hardware: string;
  readonly software: string;
  readonly address: string;
  /** BD-09 degrees. */
  readonly lng: number | null;
  readonly lat: number | null;
  /** WGS-84 degrees. */
  readonly lngT: number | null;
  readonly latT: number | null;
}

export function toDeviceListRow(row: WireRow): DeviceListRow {
  return {
    id: row.id,
    name: row.deviceName,
    code: row.deviceSymbolCode,
    type: row.deviceType,
    rateId: row.rate,
    rateName: row.rateName,
    groupId: row.groupId,
    groupName: row.groupName,
    presence: presenceOfWire(row.presence),
    heardAt: row.heardTime,
    csq: row.csq,
    ratedVoltage: row.ratedVol,
    ratedCurrent: row.ratedCur,
    hardware: row.hVersion,
    software: row.sVersion,
    address: row.address,
    lng: row.lng,
    lat: row.lat,
    lngT: row.lng_t,
    latT: row.lat_t,
  };
}

/** Maps column keys of the table to the API's sort fields. */
export const DEVICE_SORTS: Readonly<Record<string, string>> = {
  name: 'deviceName',
  code: 'deviceSymbolCode',
  type: 'deviceType',
  signal: 'csq',
};

export interface DeviceListQuery {
  readonly keyword: string | undefined;
  readonly online: 'online' | 'offline' | undefined;
  readonly type: string | undefined;
  readonly sort: string | undefined;
  readonly order: 'asc' | 'desc' | undefined;
}

function toBody(query: DeviceListQuery): ListBody {
  const sort = query.sort === undefined ? undefined : DEVICE_SORTS[query.sort];
  return {
    ...(query.keyword === undefined ? {} : { keyword: query.keyword }),
    ...(query.online === undefined ? {} : { onLine: query.online }),
    ...(query.type === undefined ? {} : { deviceType: query.type }),
    ...(sort === undefined ? {} : { sort, order: query.order ?? 'asc' }),
  };
}

/** One page of the list, updated by online state events. */
export function useDeviceList(query: DeviceListQuery, page: number, size: number) {
  const filters = toBody(query);
  const client = useQueryClient();
  useRealtime((event) => {
    if (event.type !== 'PRESENCE') return;
    const { presence, csq, ts } = event.presence;
    const change = (row: WireRow): WireRow =>
      row.deviceSymbolCode !== event.deviceCode
        ? row
        : {
            ...row,
            presence,
            onLine: presence === 'online' ? 'online' : 'offline',
            heardTime: ts,
            csq: csq ?? row.csq,
          };
    client.setQueriesData<ListAnswer>({ queryKey: callKey('v1.device.findByConditions') }, (old) =>
      old?.data.some((row) => row.deviceSymbolCode === event.deviceCode) === true
        ? { ...old, data: old.data.map(change) }
        : old,
    );
  });
  return {
    ...useCallQuery(
      'v1.device.findByConditions',
      { body: { ...filters, currentPage: page, rows: size } },
      {
        placeholderData: keepPreviousData,
        select: (answer) => ({
          rows: answer.data.map(toDeviceListRow),
          total: answer.totalCount,
        }),
      },
    ),
    readPage: async (at: number, rows: number) => {
      const answer = await call('v1.device.findByConditions', {
        body: { ...filters, currentPage: at, rows },
      });
      return { rows: answer.data.map(toDeviceListRow), total: answer.totalCount };
    },
  };
}
