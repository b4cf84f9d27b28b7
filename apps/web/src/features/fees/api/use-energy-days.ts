import { keepPreviousData } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';
import type { Answer, CallInput } from '../../../lib/calls/call-types.ts';
import { useCallQuery } from '../../../lib/calls/use-call.ts';

export type EnergyDays = Answer<'v2.energy-days'>['data'];
export type EnergyDay = EnergyDays['list'][number];
type Query = NonNullable<CallInput<'v2.energy-days'>['query']>;

export interface EnergyDaysFilter {
  readonly days: number;
  readonly device: string | undefined;
  readonly sort?: string | undefined;
  readonly order?: 'asc' | 'desc' | undefined;
}

const MINUTE_MS = 60_000;
const SORTS = ['date', 'device_name', 'ept', 'fee'] as const;

/** A page of devices and days, with the sums of all pages. */
export function useEnergyDays(
  filter: EnergyDaysFilter,
  page: number,
  size: number,
  isWanted = true,
) {
  const query = queryOf(filter);
  return {
    ...useCallQuery(
      'v2.energy-days',
      { query: { ...query, pn: page, ps: size } },
      {
        enabled: isWanted,
        placeholderData: keepPreviousData,
        refetchInterval: MINUTE_MS,
        select: ({ data }) => data,
      },
    ),
    readPage: async (at: number, rows: number) => {
      const { data } = await call('v2.energy-days', { query: { ...query, pn: at, ps: rows } });
      return { rows: data.list, total: data.total };
    },
  };
}

function queryOf({ days, device, sort, order }: EnergyDaysFilter): Query {
  const known = SORTS.find((one) => one === sort);
  return {
    days,
    ...(device === undefined ? {} : { device_code: device }),
    ...(known === undefined ? {} : { sort: known, order: order ?? 'asc' }),
  };
}
