/** The calls with the first numbers of the dashboard, which are sent before its script has run. */
import type { QueryClient } from '@tanstack/react-query';
import { callQuery } from '../../../lib/calls/use-call.ts';

/** Energy and fees by day: today first, then earlier days. */
export const DAYS_INPUT = { query: { date_type: 'day', count: 14 } } as const;
/** This month and the two before it, with their days. */
export const MONTHS_INPUT = { query: { date_type: 'month', count: 3, is_all: true } } as const;

/** Sends the calls unless their answers are recent; never rejects, because the page asks again. */
export function requestFirstAmounts(client: QueryClient): Promise<unknown> {
  return Promise.all(
    [DAYS_INPUT, MONTHS_INPUT].map((input) =>
      client.prefetchQuery(callQuery('v2.energy-fee', input)),
    ),
  );
}
