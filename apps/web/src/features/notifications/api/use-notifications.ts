import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';
import type { Answer } from '../../../lib/calls/call-types.ts';
import { refetchCalls, useCallMutation, useCallQuery } from '../../../lib/calls/use-call.ts';
import { useRealtime } from '../../../realtime/use-realtime.ts';

export type NotificationRow = Answer<'v2.notifications'>['data']['list'][number];

/** A page of the messages, newest first; a new message refreshes it immediately. */
export function useNotifications(page: number, size: number, unreadOnly: boolean) {
  const filter = unreadOnly ? { unread: true } : {};
  const query = useCallQuery(
    'v2.notifications',
    { query: { pn: page, ps: size, ...filter } },
    { placeholderData: keepPreviousData, select: ({ data }) => data },
  );
  useRealtime((event) => {
    if (event.type === 'NOTIFICATION' && event.notification !== null) void query.refetch();
  });
  return {
    ...query,
    readPage: async (pn: number, ps: number) => {
      const { data } = await call('v2.notifications', { query: { pn, ps, ...filter } });
      return { rows: data.list, total: data.total };
    },
  };
}

/** Number of unread messages; queried when it is displayed. */
export function useUnreadCount(): number | undefined {
  return useNotifications(1, 1, true).data?.unread;
}

export function useMarkRead() {
  const client = useQueryClient();
  return {
    mark: useCallMutation('v2.notifications.read'),
    followed: () => refetchCalls(client, 'v2.notifications'),
  };
}
