/** State of a command: received over the real-time channel, and polled while it is open. */
import { isOpenState } from '@busbar/domain/switch/command-state';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Answer } from '../../lib/calls/call-types.ts';
import { callKey, useCallQuery } from '../../lib/calls/use-call.ts';
import { useRealtime } from '../../realtime/use-realtime.ts';
import { furthestCommand } from '../furthest-command.ts';
import { type LastCommand, toLastCommand } from './device-detail.ts';
import { deviceInput } from './use-device.ts';

/** Fallback for the real-time channel, which is faster. */
const POLL_MS = 2_000;

type CommandAnswer = Answer<'v2.device.command'>;

const commandOf = ({ data }: CommandAnswer): LastCommand => toLastCommand(data);

/** Follows the command while it is open; `shown` is its last known state. */
export function useCommand(
  deviceCode: string,
  id: string | undefined,
  shown: LastCommand | undefined,
): LastCommand | undefined {
  const client = useQueryClient();
  const input = { params: { id: id ?? '' } };
  const isFollowed = id !== undefined && (shown === undefined || isOpenState(shown.state));
  const { data: asked } = useCallQuery('v2.device.command', input, {
    enabled: isFollowed,
    select: commandOf,
    refetchInterval: ({ state }) =>
      state.data === undefined || isOpenState(commandOf(state.data).state) ? POLL_MS : false,
  });
  useRealtime((event) => {
    if (event.type !== 'COMMAND' && event.type !== 'REMOTE_CONTROL') return;
    if (id === undefined || event.command.command_id !== id) return;
    void client.invalidateQueries({ queryKey: callKey('v2.device.command', input) });
  });

  // State, lock and allowed commands are refetched when the command ends.
  const hasEnded = isFollowed && asked !== undefined && !isOpenState(asked.state);
  useEffect(() => {
    if (hasEnded) {
      void client.invalidateQueries({ queryKey: callKey('v2.device', deviceInput(deviceCode)) });
    }
  }, [hasEnded, client, deviceCode]);

  return furthestCommand(asked, shown);
}
