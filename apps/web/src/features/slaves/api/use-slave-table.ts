/** Requests the slave table of a gateway and waits for SLAVESTATUS, which contains the response. */
import { useState } from 'react';
import { useCallMutation } from '../../../lib/calls/use-call.ts';
import { useRealtime } from '../../../realtime/use-realtime.ts';
import { useErrand } from '../../protection/api/use-errand.ts';
import type { ExchangeState } from '../../protection/api/use-exchange.ts';
import { readSlaveTable, type SlaveTable } from '../slave-slots.ts';

export interface SlaveTableState extends Pick<ExchangeState, 'state' | 'elapsedMs' | 'read'> {
  /** Last table reported by the gateway while this page is open. */
  readonly table: SlaveTable | undefined;
  readonly reportedAt: number | null;
}

/** Remount when the gateway changes: a table belongs to one gateway. */
export function useSlaveTable(code: string): SlaveTableState {
  const [reported, setReported] = useState<{ readonly table: SlaveTable; readonly at: number }>();
  const { mutateAsync } = useCallMutation('v1.device.summonSlaveControl');
  const { state, elapsedMs, run, answered } = useErrand();
  useRealtime((event) => {
    if (event.deviceCode !== code || event.type !== 'SLAVESTATUS') return;
    const at = Date.now();
    setReported({ table: readSlaveTable(event.slaves), at });
    answered(at);
  });
  return {
    state,
    elapsedMs,
    read: () => run('read', () => mutateAsync({ body: { dataType: 'read', devId: code } })),
    table: reported?.table,
    reportedAt: reported?.at ?? null,
  };
}
