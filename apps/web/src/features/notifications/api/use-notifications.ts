import type { Answer } from '../../../lib/calls/call-types.ts';
import { usePages } from '../../../lib/calls/use-pages.ts';
import { useSend } from '../../../lib/calls/use-send.ts';
import { useRealtime } from '../../../realtime/use-realtime.ts';

export type NotificationRow = Answer<'v2.notifications'>['data']['list'][number];

/** A page of the messages, newest first; a new message refreshes it immediately. */
export function useNotifications(unreadOnly: boolean, table: { page: number; size: number }) {
  const filter = unreadOnly ? { unread: true } : {};
  const query = usePages(
    'v2.notifications',
    (pn, ps) => ({ query: { pn, ps, ...filter } }),
    ({ data }) => data,
    table,
  );
  useRealtime((event) => {
    if (event.type === 'NOTIFICATION' && event.notification !== null) void query.refetch();
  });
  return query;
}

export const useNotificationChanges = () => useSend('v2.notifications');
