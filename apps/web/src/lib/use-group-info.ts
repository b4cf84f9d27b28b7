import { useCallQuery } from './use-call.ts';

const KEEP_MS = 300_000;

/**
 * Own group with the customer's map provider, currency and zone; it hardly ever changes. It comes
 * with the ping the shell asks on load, so no page asks for it by itself.
 */
export function useGroupInfo() {
  return useCallQuery(
    'v2.ping-token',
    {},
    { staleTime: KEEP_MS, select: ({ data }) => data.group },
  );
}

/** Sign of the customer's currency; empty until it is known. */
export function useCurrency(): string {
  return useGroupInfo().data?.currency.symbol_unit ?? '';
}
