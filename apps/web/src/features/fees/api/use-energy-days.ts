import type { Answer, CallInput } from '../../../lib/calls/call-types.ts';
import { usePages } from '../../../lib/calls/use-pages.ts';

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

function queryOf({ days, device, sort, order }: EnergyDaysFilter): Query {
  const known = SORTS.find((one) => one === sort);
  return {
    days,
    ...(device === undefined ? {} : { device_code: device }),
    ...(known === undefined ? {} : { sort: known, order: order ?? 'asc' }),
  };
}
