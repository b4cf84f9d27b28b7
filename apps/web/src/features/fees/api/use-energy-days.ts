import { keepPreviousData } from '@tanstack/react-query';
import type { Answer, CallInput } from '../../../lib/calls/call-types.ts';
import { useCallQuery } from '../../../lib/calls/use-call.ts';
import { usePages } from '../../../lib/calls/use-pages.ts';
import type { FeeSpan } from '../fees-search.ts';

export type EnergyDays = Answer<'v2.energy-days'>['data'];
export type EnergyDay = EnergyDays['list'][number];
export type DaySums = NonNullable<EnergyDays['days']>[number];
type Query = NonNullable<CallInput<'v2.energy-days'>['query']>;

export interface EnergyDaysFilter {
  readonly span: FeeSpan;
  readonly device: string | undefined;
  readonly sort?: string | undefined;
  readonly order?: 'asc' | 'desc' | undefined;
}

const MINUTE_MS = 60_000;
const SORTS = ['date', 'device_name', 'ept', 'fee'] as const;

/** A page of devices and days, with the sums of all pages. */
export function useEnergyDays(
  filter: EnergyDaysFilter,
  table: { page: number; size: number },
  isWanted = true,
) {
  const query = queryOf(filter);
  return usePages(
    'v2.energy-days',
    (pn, ps) => ({ query: { ...query, pn, ps } }),
    ({ data }) => data,
    table,
    { enabled: isWanted, refetchInterval: MINUTE_MS },
  );
}

/** The sums of each day over all devices of the filter, newest first. */
export function useDaySums({ span, device }: Pick<EnergyDaysFilter, 'span' | 'device'>) {
  return useCallQuery(
    'v2.energy-days',
    { query: { ...queryOf({ span, device }), by_day: true, ps: 1 } },
    {
      select: ({ data }) => ({ ...data, days: data.days ?? [] }),
      refetchInterval: MINUTE_MS,
      placeholderData: keepPreviousData,
    },
  );
}

function queryOf({ span, device, sort, order }: EnergyDaysFilter): Query {
  const known = SORTS.find((one) => one === sort);
  return {
    ...span,
    ...(device === undefined ? {} : { device_code: device }),
    ...(known === undefined ? {} : { sort: known, order: order ?? 'asc' }),
  };
}
