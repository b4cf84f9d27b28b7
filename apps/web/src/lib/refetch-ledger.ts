import type { QueryClient } from '@tanstack/react-query';
import { refetchCalls } from './use-call.ts';

/** Everything on screen that is made from the energy ledger is read again. */
export function refetchLedger(client: QueryClient): Promise<void> {
  return refetchCalls(
    client,
    'v2.energy-days',
    'v2.energy-fee',
    'v2.energy',
    'v2.energy-device',
    'v2.settlement',
    'v2.bill',
  );
}
