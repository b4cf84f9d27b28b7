import { useQueryClient } from '@tanstack/react-query';
import type { Answer, CallInput } from '../../../lib/calls/call-types.ts';
import { callKey, useCallQuery } from '../../../lib/calls/use-call.ts';
import { useSend } from '../../../lib/calls/use-send.ts';

export type ProjectLimit = Answer<'v2.config.warning'>['data'];
export type ProjectNotice = Answer<'v2.config.notice'>['data']['list'][number];
export type LimitKind = 'warning' | 'alarm';

export function useProjectLimit(kind: LimitKind, project: number) {
  return useCallQuery(
    `v2.config.${kind}`,
    { query: { project_id: String(project) } },
    { select: ({ data }) => data },
  );
}

/**
 * Power mode and scheduled values belong to the project, so a change of the warning or alarm
 * setting also refetches the other one.
 */
export function useLimitChange(kind: LimitKind, project: number) {
  const client = useQueryClient();
  const send = useSend(kind === 'warning' ? 'v2.config.alarm' : 'v2.config.warning');
  return async (input: CallInput<'v2.config.warning.change'>) => {
    const answer = await send(`v2.config.${kind}.change`, input);
    const query = { query: { project_id: String(project) } };
    client.setQueryData(callKey(`v2.config.${kind}`, query), answer);
  };
}

export function useProjectNotices(project: number) {
  return useCallQuery(
    'v2.config.notice',
    { query: { project_id: String(project) } },
    { select: ({ data }) => data.list },
  );
}

export const useNoticeChanges = () => useSend('v2.config.notice');
