/** Submits a command to a breaker and shows it before its first event arrives. */
import { useQueryClient } from '@tanstack/react-query';
import type { TreeDevice } from '../../components/device-tree/tree-device.ts';
import { present } from '../../lib/address/search-params.ts';
import { callKey, useCallMutation } from '../../lib/calls/use-call.ts';
import { type CommandRequest, commandBody } from './command-request.ts';
import { useAttempt } from './use-attempt.ts';
import { usePublishCommand } from './use-command.ts';

export function useSubmitCommand(device: Pick<TreeDevice, 'id' | 'code'>) {
  const client = useQueryClient();
  const publish = usePublishCommand(device);
  const { mutateAsync, isPending } = useCallMutation('v2.device.control');
  const { attempt, ...attempts } = useAttempt<CommandRequest>();
  return {
    ...attempts,
    isSending: isPending,
    give: async (request: CommandRequest, password?: string) => {
      const isAccepted = await attempt(request, password, async () => {
        const { data } = await mutateAsync({
          requestKey: request.requestKey,
          body: { device_code: device.code, ...commandBody(request, password) },
        });
        const { command_id: id, state, created_at: queued } = data;
        publish({ id, switch: request.command, state, reason: null, times: present({ queued }) });
      });
      // Without an acceptance, the displayed state may be outdated, or the server may have accepted
      // the command all the same.
      if (!isAccepted) void client.invalidateQueries({ queryKey: callKey('v2.device') });
      return isAccepted;
    },
  };
}
