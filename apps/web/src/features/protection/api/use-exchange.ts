/** Reads or writes a device's parameter set and waits until values arrive or are read back. */
import type { ProtectionDefinition, Values } from '@busbar/domain/protection/definition';
import { writeRecord } from '@busbar/domain/protection/values';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { CallName } from '../../../lib/calls/call-types.ts';
import { callKey, useCallMutation } from '../../../lib/calls/use-call.ts';
import { useRealtime } from '../../../realtime/use-realtime.ts';
import { type ErrandState, useErrand } from './use-errand.ts';
import { parametersInput } from './use-parameters.ts';

type SaveCall = Extract<CallName, `v1.parameter.save${string}`>;
type ReadCall = Exclude<Extract<CallName, `v1.parameter.${string}`>, SaveCall>;

export interface ExchangeState extends Pick<ErrandState, 'state' | 'elapsedMs'> {
  read: () => void;
  /** `password` is set if the server required it; the request key stays the same. */
  save: (values: Values, requestKey: string, password?: string) => void;
}

export function useExchange(code: string, definition: ProtectionDefinition): ExchangeState {
  const client = useQueryClient();
  const { mutateAsync: askRead } = useCallMutation(
    `v1.parameter.${definition.readCall}` as ReadCall,
  );
  const { mutateAsync: askSave } = useCallMutation(
    `v1.parameter.${definition.saveCall}` as SaveCall,
  );
  // Refetches the device's values before the exchange is reported as finished.
  const readKnown = useCallback(
    () =>
      client.refetchQueries({ queryKey: callKey('v2.device.parameters', parametersInput(code)) }),
    [client, code],
  );
  const { state, elapsedMs, run, answered } = useErrand(readKnown);
  useRealtime((event) => {
    if (event.deviceCode !== code || event.type !== 'PARAMETERS') return;
    if (event.messageType === definition.messageType) answered(Date.now());
  });
  return {
    state,
    elapsedMs,
    read: () => run('read', () => askRead({ body: { dataType: 'read', devId: code } })),
    save: (values, requestKey, password) =>
      run('save', () => {
        const body = { devId: code, data: writeRecord(definition, values) };
        return askSave({ requestKey, body: password === undefined ? body : { ...body, password } });
      }),
  };
}
