/**
 * Reads a set from a device or writes it, and follows that until the values are there, or are read
 * back, or it has failed. A write is sent once and never repeated by itself.
 */
import type { ProtectionDefinition, Values } from '@busbar/domain/protection/definition';
import { writeRecord } from '@busbar/domain/protection/values';
import {
  COMMAND_STATES,
  type CommandState,
  isOpenState,
} from '@busbar/domain/switch/command-state';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isApiError } from '../../../lib/api-error.ts';
import type { Answer, CallName } from '../../../lib/call-types.ts';
import { callKey, useCallMutation, useCallQuery } from '../../../lib/use-call.ts';
import { useNow } from '../../../lib/use-now.ts';
import { useRealtime } from '../../../realtime/use-realtime.ts';
import {
  afterCommand,
  afterError,
  afterTime,
  afterValues,
  begin,
  type CommandEnd,
  type Errand,
  type Exchange,
  withCommand,
} from '../exchange.ts';
import { parametersInput } from './use-parameters.ts';

type SaveCall = Extract<CallName, `v1.parameter.save${string}`>;
type ReadCall = Exclude<Extract<CallName, `v1.parameter.${string}`>, SaveCall>;

/** The real-time channel is faster; this is for when it is not there. */
const POLL_MS = 2_000;

export interface ExchangeDesk {
  readonly state: Exchange;
  readonly elapsedMs: number;
  read: () => void;
  save: (values: Values) => void;
}

export function useExchange(code: string, definition: ProtectionDefinition): ExchangeDesk {
  const client = useQueryClient();
  const [state, setState] = useState<Exchange>({ kind: 'idle' });
  const { mutateAsync: askRead } = useCallMutation(
    `v1.parameter.${definition.readCall}` as ReadCall,
  );
  const { mutateAsync: askSave } = useCallMutation(
    `v1.parameter.${definition.saveCall}` as SaveCall,
  );
  const isRunning = state.kind === 'running';
  const now = useNow(isRunning ? 500 : null);
  const commandId = isRunning ? state.commandId : undefined;
  const commandInput = { params: { id: commandId ?? '' } };

  useRealtime((event) => {
    if (event.deviceCode !== code) return;
    if (event.type === 'PARAMETERS' && event.messageType === definition.messageType) {
      setState((old) => afterValues(old, Date.now()));
    }
    if (event.type === 'COMMAND' && event.command.command_id === commandId) {
      void client.invalidateQueries({ queryKey: callKey('v2.device.command', commandInput) });
    }
  });
  const { data: command } = useCallQuery('v2.device.command', commandInput, {
    enabled: commandId !== undefined,
    select: commandEnd,
    refetchInterval: POLL_MS,
  });
  useEffect(() => {
    if (command === undefined || commandId === undefined) return;
    const move = () =>
      setState((old) =>
        old.kind === 'running' && old.commandId === commandId
          ? afterCommand(old, command, Date.now())
          : old,
      );
    if (isOpenState(command.state) && command.state !== 'unknown') return move();
    // What the device now holds is known before it is said that the errand is over.
    void client
      .refetchQueries({ queryKey: callKey('v2.device.parameters', parametersInput(code)) })
      .then(move);
  }, [command, commandId, client, code]);
  useEffect(() => {
    if (isRunning) setState((old) => afterTime(old, now));
  }, [isRunning, now]);

  const run = async (errand: Errand, ask: () => Promise<{ data: { command_id: string } }>) => {
    setState(begin(errand, Date.now()));
    try {
      const { data } = await ask();
      setState((old) => withCommand(old, data.command_id));
    } catch (error) {
      if (!isApiError(error)) throw error;
      setState((old) => afterError(old, error, Date.now()));
    }
  };
  return {
    state,
    elapsedMs: isRunning ? Math.max(0, now - state.since) : 0,
    read: () => void run('read', () => askRead({ body: { dataType: 'read', devId: code } })),
    save: (values) =>
      void run('save', () =>
        askSave({ body: { devId: code, data: writeRecord(definition, values) } }),
      ),
  };
}

function commandEnd({ data }: Answer<'v2.device.command'>): CommandEnd {
  const { state, reason, msg } = data;
  return {
    state: COMMAND_STATES.find((word): word is CommandState => word === state) ?? 'unknown',
    reason,
    msg,
  };
}
