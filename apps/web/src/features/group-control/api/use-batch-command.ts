/**
 * Submits a batch command and follows its progress. The command is sent once and never retried
 * automatically; if the server requires the password, the same command is pending until it is
 * entered.
 */
import { useQueryClient } from '@tanstack/react-query';
import { type CommandRequest, commandBody } from '../../../device-kit/api/command-request.ts';
import { useAttempt } from '../../../device-kit/api/use-attempt.ts';
import type { Answer } from '../../../lib/calls/call-types.ts';
import { callKey, useCallMutation, useCallQuery } from '../../../lib/calls/use-call.ts';
import { groupResults } from '../group-results.ts';

export type GroupProgress = Answer<'v2.device.control.batch.progress'>['data'];

const LOOK_EVERY_MS = 1_500;

export function useSubmitBatchCommand(onGiven: (id: string) => void) {
  const { mutateAsync, isPending } = useCallMutation('v2.device.control.batch');
  const { attempt, ...state } = useAttempt<CommandRequest>();
  return {
    ...state,
    isSending: isPending,
    give: (codes: readonly string[], request: CommandRequest, password?: string) =>
      attempt(request, password, async () => {
        const { data } = await mutateAsync({
          requestKey: request.requestKey,
          body: { device_codes: [...codes], ...commandBody(request, password) },
        });
        onGiven(data.batch_id);
      }),
  };
}

/** Progress of each device, polled until no further change is possible. */
export function useGroupProgress(id: string) {
  return useCallQuery(
    'v2.device.control.batch.progress',
    { params: { id } },
    {
      refetchInterval: ({ state }) => {
        const data = state.data?.data;
        if (data === undefined) return false;
        const { settled, total } = groupResults(data.devices.map((device) => device.state));
        return data.ended_at !== null && settled === total ? false : LOOK_EVERY_MS;
      },
      select: ({ data }) => data,
    },
  );
}

export function useCancelBatchCommand(id: string) {
  const client = useQueryClient();
  const cancel = useCallMutation('v2.device.control.batch.cancel');
  const { attempt, ...state } = useAttempt<Pick<CommandRequest, 'command'>>();
  const show = (answer: Answer<'v2.device.control.batch.progress'>) =>
    client.setQueryData(callKey('v2.device.control.batch.progress', { params: { id } }), answer);
  return {
    ...state,
    isSending: cancel.isPending,
    cancelRest: (request: Pick<CommandRequest, 'command'>) =>
      attempt(request, undefined, async () => {
        show(await cancel.mutateAsync({ params: { id } }));
      }),
  };
}
