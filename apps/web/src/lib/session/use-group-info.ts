import { useCallQuery } from '../calls/use-call.ts';

const KEEP_MS = 300_000;

/**
 * The user's group with the customer's map provider, currency and time zone, which rarely change.
 * It is part of the ping that the shell sends on load, so no page requests it separately.
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
