/**
 * Sends a command to a device and follows it until the requested result arrives or the command
 * fails with a cause. The device's response arrives on a separate channel, so the caller reports it
 * with `answered`. A command is sent once and never retried automatically.
 */
import { isOpenState } from '@busbar/domain/switch/command-state';
import { useEffect, useState } from 'react';
import { commandStateOf } from '../../../device-kit/api/command-after-event.ts';
import { useCommand } from '../../../device-kit/api/use-command.ts';
import { isApiError } from '../../../lib/calls/api-error.ts';
import { useNow } from '../../../lib/use-now.ts';
import {
  afterCommand,
  afterError,
  afterTime,
  afterValues,
  begin,
  type Errand,
  type Exchange,
  withCommand,
} from '../exchange.ts';

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
export function useErrand(onEnd?: () => Promise<unknown>): ErrandState {
  const [state, setState] = useState<Exchange>({ kind: 'idle' });
  const isRunning = state.kind === 'running';
  const now = useNow(isRunning ? 500 : null);
  const commandId = isRunning ? state.commandId : undefined;
  const command = useCommand(commandId);
  useEffect(() => {
    if (command === undefined) return;
    const { id, reason, msg } = command;
    const commandState = commandStateOf(command.state);
    const move = () =>
      setState((old) =>
        old.kind === 'running' && old.commandId === id
          ? afterCommand(old, { state: commandState, reason, msg }, Date.now())
          : old,
      );
    const hasEnded = !isOpenState(commandState) || commandState === 'unknown';
    if (!hasEnded) return move();
    if (onEnd !== undefined) void onEnd().then(move);
    else if (commandState !== 'confirmed') move();
  }, [command, onEnd]);
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
