import { useCallQuery } from './use-call.ts';

const KEEP_MS = 300_000;

/** Own group with the customer's map provider, currency and zone; it hardly ever changes. */
export function useGroupInfo() {
  return useCallQuery('v2.group', {}, { staleTime: KEEP_MS, select: ({ data }) => data });
}

/** Sign of the customer's currency; empty until it is known. */
export function useCurrency(): string {
  return useGroupInfo().data?.currency.symbol_unit ?? '';
}
