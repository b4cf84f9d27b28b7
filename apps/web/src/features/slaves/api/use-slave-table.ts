/**
 * Asks a gateway how its slaves stand and follows that until SLAVESTATUS is there, or the question
 * has failed by name and cause.
 */
import { COMMAND_STATES, type CommandState } from '@busbar/domain/switch/command-state';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isApiError } from '../../../lib/api-error.ts';
import type { Answer } from '../../../lib/call-types.ts';
import { callKey, useCallMutation, useCallQuery } from '../../../lib/use-call.ts';
import { useNow } from '../../../lib/use-now.ts';
import { useRealtime } from '../../../realtime/use-realtime.ts';
import type { ExchangeDesk } from '../../protection/api/use-exchange.ts';
import {
  afterCommand,
  afterError,
  afterTime,
  afterValues,
  begin,
  type CommandEnd,
  type Exchange,
  withCommand,
} from '../../protection/exchange.ts';
import { readSlaveTable, type SlaveTable } from '../slave-slots.ts';

/** The real-time channel is faster; this is for when it is not there. */
const POLL_MS = 2_000;

export interface SlaveTableDesk extends Pick<ExchangeDesk, 'state' | 'elapsedMs' | 'read'> {
  /** As the gateway last told it on this page. */
  readonly table: SlaveTable | undefined;
  readonly toldAt: number | null;
}

/** Mount it anew for another gateway: a table belongs to one. */
export function useSlaveTable(code: string): SlaveTableDesk {
  const client = useQueryClient();
  const [state, setState] = useState<Exchange>({ kind: 'idle' });
  const [told, setTold] = useState<{ readonly table: SlaveTable; readonly at: number }>();
  const { mutateAsync } = useCallMutation('v1.device.summonSlaveControl');
  const isRunning = state.kind === 'running';
  const now = useNow(isRunning ? 500 : null);
  const commandId = isRunning ? state.commandId : undefined;
  const input = { params: { id: commandId ?? '' } };

  useRealtime((event) => {
    if (event.deviceCode !== code) return;
    if (event.type === 'SLAVESTATUS') {
      const at = Date.now();
      setTold({ table: readSlaveTable(event.slaves), at });
      setState((old) => afterValues(old, at));
    }
    if (event.type === 'COMMAND' && event.command.command_id === commandId) {
      void client.invalidateQueries({ queryKey: callKey('v2.device.command', input) });
    }
  });
  const { data: command } = useCallQuery('v2.device.command', input, {
    enabled: commandId !== undefined,
    select: commandEnd,
    refetchInterval: POLL_MS,
  });
  useEffect(() => {
    // A question that was answered is over when the table is here: the answer is in the message.
    if (command === undefined || command.state === 'confirmed') return;
    setState((old) => afterCommand(old, command, Date.now()));
  }, [command]);
  useEffect(() => {
    if (isRunning) setState((old) => afterTime(old, now));
  }, [isRunning, now]);

  const read = async () => {
    setState(begin('read', Date.now()));
    try {
      const { data } = await mutateAsync({ body: { dataType: 'read', devId: code } });
      setState((old) => withCommand(old, data.command_id));
    } catch (error) {
      if (!isApiError(error)) throw error;
      setState((old) => afterError(old, error, Date.now()));
    }
  };
  return {
    state,
    elapsedMs: isRunning ? Math.max(0, now - state.since) : 0,
    read: () => void read(),
    table: told?.table,
    toldAt: told?.at ?? null,
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
