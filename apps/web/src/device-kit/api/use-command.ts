/** A command by its id, requested once and then updated by events. */
import { isOpenState } from '@busbar/domain/switch/command-state';
import { use } from 'react';
import type { TreeDevice } from '../../components/device-tree/tree-device.ts';
import { useCallQuery } from '../../lib/calls/use-call.ts';
import { live } from '../../realtime/live-query.ts';
import { RealtimeContext } from '../../realtime/realtime-context.ts';
import {
  COMMAND_POLL_MS,
  type CommandWire,
  commandAfterEvent,
  commandStateOf,
} from './command-after-event.ts';

const LIVE_COMMAND = live(commandAfterEvent, {
  pollMs: ({ data }) =>
    isOpenState(commandStateOf(data.state)) ? COMMAND_POLL_MS : Number.POSITIVE_INFINITY,
});

/** Sends no request without an id. */
export function useCommand(id: string | undefined) {
  const { data } = useCallQuery(
    'v2.device.command',
    { params: { id: id ?? '' } },
    { ...LIVE_COMMAND, enabled: id !== undefined },
  );
  return data?.data;
}

/**
 * Returns a function that publishes the command in a call's response as an event, like those of the
 * real-time channel, which may arrive before or after it.
 */
export function usePublishCommand({ id: deviceId, code }: Pick<TreeDevice, 'id' | 'code'>) {
  const link = use(RealtimeContext);
  return ({ id, switch: switchCommand, state, reason, msg = null, times }: CommandWire) =>
    link?.publish({
      type: 'COMMAND',
      deviceId,
      deviceCode: code,
      command: {
        command_id: id,
        state,
        switch: switchCommand,
        reason,
        msg,
        ts: times[state] ?? Date.now(),
        times,
      },
    });
}
