/** Requests current values from a device and follows the command until they arrive or it fails. */
import { isOpenState } from '@busbar/domain/switch/command-state';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { commandStateOf } from '../../../device-kit/api/command-after-event.ts';
import { useCommand } from '../../../device-kit/api/use-command.ts';
import { deviceInput } from '../../../device-kit/api/use-device.ts';
import type { ApiError } from '../../../lib/calls/api-error.ts';
import { callKey, useCallMutation } from '../../../lib/calls/use-call.ts';
import { useNow } from '../../../lib/use-now.ts';
import { useRealtime } from '../../../realtime/use-realtime.ts';
import { afterCommand, afterReading, afterTime, type ReadNow } from '../read-now-state.ts';

export type ReadKind = 'variable' | 'energy';

const EVENT_OF = { variable: 'VARIABLE', energy: 'ENERGY' } as const;

export interface ReadNowDialogState {
  readonly state: ReadNow;
  /** The error if the server refused the request. */
  readonly error: ApiError | null;
  readonly elapsedMs: number;
  ask: () => void;
}

export function useReadNow(code: string, kind: ReadKind): ReadNowDialogState {
  const client = useQueryClient();
  const [state, setState] = useState<ReadNow>({ kind: 'idle' });
  const summon = useCallMutation('v1.device.summonVariable');
  const isAsking = state.kind === 'asking';
  const now = useNow(isAsking ? 500 : null);
  const commandId = isAsking ? state.commandId : undefined;

  useRealtime((event) => {
    if (event.type !== EVENT_OF[kind] || event.deviceCode !== code) return;
    setState((old) => afterReading(old, Date.now()));
  });
  const command = useCommand(commandId);
  const heard = command && commandStateOf(command.state);
  useEffect(() => {
    if (heard === undefined) return;
    setState((old) => afterCommand(old, heard, Date.now()));
    // Fallback without the real-time channel: fetches the values when the device has replied.
    if (!isOpenState(heard) && heard === 'confirmed') {
      void client
        .refetchQueries({ queryKey: callKey('v2.device', deviceInput(code)) })
        .then(() => setState((old) => afterReading(old, Date.now())));
    }
  }, [heard, client, code]);
  useEffect(() => {
    if (isAsking) setState((old) => afterTime(old, now));
  }, [isAsking, now]);

  const ask = () => {
    setState({ kind: 'asking', since: Date.now(), commandId: undefined });
    summon.mutate(
      { body: { deviceId: code, dataType: kind } },
      {
        onSuccess: ({ data }) =>
          setState((old) => (old.kind === 'asking' ? { ...old, commandId: data.command_id } : old)),
        onError: () => setState({ kind: 'idle' }),
      },
    );
  };
  return {
    state,
    error: summon.error,
    elapsedMs: state.kind === 'asking' ? Math.max(0, now - state.since) : 0,
    ask,
  };
}
