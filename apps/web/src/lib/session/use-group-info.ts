import { useCallQuery } from '../calls/use-call.ts';

const KEEP_MS = 300_000;

/**
 * The user's group with the customer's map provider, currency and time zone, which rarely change.
 * They are part of the ping response that the shell requests on load, so no page requests them
 * separately.
 */
export function useGroupInfo() {
  return useCallQuery(
    'v2.ping-token',
    {},
    { staleTime: KEEP_MS, select: ({ data }) => data.group },
  );
}

/** Currency sign of the customer; empty until it is known. */
export function useCurrency(): string {
  return useGroupInfo().data?.currency.symbol_unit ?? '';
}
