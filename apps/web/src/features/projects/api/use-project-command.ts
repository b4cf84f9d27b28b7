/** Submits a batch command to lamp groups, and lists the previous ones. */
import { useQueryClient } from '@tanstack/react-query';
import { type CommandRequest, commandBody } from '../../../device-kit/api/command-request.ts';
import { useAttempt } from '../../../device-kit/api/use-attempt.ts';
import type { Answer } from '../../../lib/calls/call-types.ts';
import { refetchCalls, useCallMutation, useCallQuery } from '../../../lib/calls/use-call.ts';

export type ProjectCommand = Answer<'v2.project-control.list'>['data']['list'][number];

const LOOK_EVERY_MS = 10_000;

/** A lamp group with the device that the user has seen and confirmed. */
export interface ConfirmedGroup {
  readonly lampGroupId: number;
  readonly deviceCode: string;
}

/** `onGiven` receives the batch id used to follow the progress. */
export function useSubmitProjectCommand(project: number, onGiven: (batch: string) => void) {
  const client = useQueryClient();
  const { mutateAsync, isPending } = useCallMutation('v2.project-control');
  const { attempt, ...state } = useAttempt<CommandRequest>();
  return {
    ...state,
    isSending: isPending,
    give: (groups: readonly ConfirmedGroup[], request: CommandRequest, password?: string) =>
      attempt(request, password, async () => {
        const { data } = await mutateAsync({
          requestKey: request.requestKey,
          body: {
            project_id: project,
            lamp_group_ids: groups.map(({ lampGroupId }) => lampGroupId),
            device_codes: groups.map(({ deviceCode }) => deviceCode),
            ...commandBody(request, password),
          },
        }).catch((error: unknown) => {
          // The groups may have other devices now.
          void refetchCalls(client, 'v2.project-board');
          throw error;
        });
        void refetchCalls(client, 'v2.project-control.list');
        onGiven(data.batch_id);
      }),
  };
}

export function useProjectCommands(project: number, size: number) {
  return useCallQuery(
    'v2.project-control.list',
    { query: { project_id: String(project), ps: size } },
    { refetchInterval: LOOK_EVERY_MS, select: ({ data }) => data.list },
  );
}
