/**
 * Sends a command to a device and follows it until the requested result arrives or the command
 * fails with a cause. The device's response arrives on a separate channel, so the caller reports it
 * with `answered`. A command is sent once and never retried automatically.
 */
import {
  COMMAND_STATES,
  type CommandState,
  isOpenState,
} from '@busbar/domain/switch/command-state';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isApiError } from '../../../lib/calls/api-error.ts';
import type { Answer } from '../../../lib/calls/call-types.ts';
import { callKey, useCallQuery } from '../../../lib/calls/use-call.ts';
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

/** Fallback when the real-time channel is unavailable. */
const POLL_MS = 2_000;

export interface ErrandState {
  readonly state: Exchange;
  readonly elapsedMs: number;
  run: (errand: Errand, ask: () => Promise<{ data: { command_id: string } }>) => void;
  /** Reports that the result of a read has arrived. */
  answered: (at: number) => void;
}

/**
 * `onEnd` runs before the end of the command is applied. Without it, a confirmed command does not
 * complete the exchange; only `answered` does.
 */
export function useErrand(code: string, onEnd?: () => Promise<unknown>): ErrandState {
  const client = useQueryClient();
  const [state, setState] = useState<Exchange>({ kind: 'idle' });
  const isRunning = state.kind === 'running';
  const now = useNow(isRunning ? 500 : null);
  const commandId = isRunning ? state.commandId : undefined;
  const commandInput = { params: { id: commandId ?? '' } };

  useRealtime((event) => {
    if (event.deviceCode !== code || event.type !== 'COMMAND') return;
    if (event.command.command_id !== commandId) return;
    void client.invalidateQueries({ queryKey: callKey('v2.device.command', commandInput) });
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
    const hasEnded = !isOpenState(command.state) || command.state === 'unknown';
    if (!hasEnded) return move();
    if (onEnd !== undefined) void onEnd().then(move);
    else if (command.state !== 'confirmed') move();
  }, [command, commandId, onEnd]);
  useEffect(() => {
    if (isRunning) setState((old) => afterTime(old, now));
  }, [isRunning, now]);

  const run = async (errand: Errand, ask: Parameters<ErrandState['run']>[1]) => {
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
    run: (errand, ask) => void run(errand, ask),
    answered: (at) => setState((old) => afterValues(old, at)),
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
