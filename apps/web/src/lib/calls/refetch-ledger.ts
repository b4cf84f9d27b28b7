import type { QueryClient } from '@tanstack/react-query';
import { refetchCalls } from './use-call.ts';

/** Refetches all displayed data that is derived from the energy ledger. */
export function refetchLedger(client: QueryClient): Promise<void> {
  return refetchCalls(
    client,
    'v2.energy-days',
    'v2.energy-fee',
    'v2.energy',
    'v2.energy-device',
    'v2.energy-estimates',
    'v2.settlement',
    'v2.bill',
    'v2.bill.comparison',
  );
}
