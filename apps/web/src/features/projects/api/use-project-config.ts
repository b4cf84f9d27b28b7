import { useQueryClient } from '@tanstack/react-query';
import type { Answer } from '../../../lib/calls/call-types.ts';
import {
  callKey,
  refetchCalls,
  useCallMutation,
  useCallQuery,
} from '../../../lib/calls/use-call.ts';

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

export function useLimitChange(kind: LimitKind, project: number) {
  const client = useQueryClient();
  return {
    change: useCallMutation(`v2.config.${kind}.change`),
    /**
     * Power mode and scheduled values belong to the project, so the other setting is refetched too.
     */
    keep: (answer: Answer<'v2.config.warning.change'>) => {
      const input = { query: { project_id: String(project) } };
      client.setQueryData(callKey(`v2.config.${kind}`, input), answer);
      void refetchCalls(client, kind === 'warning' ? 'v2.config.alarm' : 'v2.config.warning');
    },
  };
}

export function useProjectNotices(project: number) {
  return useCallQuery(
    'v2.config.notice',
    { query: { project_id: String(project) } },
    { select: ({ data }) => data.list },
  );
}

export function useNoticeChanges() {
  const client = useQueryClient();
  return {
    add: useCallMutation('v2.config.notice.add'),
    change: useCallMutation('v2.config.notice.change'),
    remove: useCallMutation('v2.config.notice.delete'),
    followed: () => refetchCalls(client, 'v2.config.notice'),
  };
}
