import type { Answer } from '../../../lib/calls/call-types.ts';
import { usePages } from '../../../lib/calls/use-pages.ts';
import { useSend } from '../../../lib/calls/use-send.ts';
import { rereadOn } from '../../../realtime/live-query.ts';

export type NotificationRow = Answer<'v2.notifications'>['data']['list'][number];

const REREAD = rereadOn((event) => event.type === 'NOTIFICATION' && event.notification !== null);

/** A page of the messages, newest first; a new message refreshes it immediately. */
export function useNotifications(unreadOnly: boolean, table: { page: number; size: number }) {
  const filter = unreadOnly ? { unread: true } : {};
  return usePages(
    'v2.notifications',
    (pn, ps) => ({ query: { pn, ps, ...filter } }),
    ({ data }) => data,
    table,
    REREAD,
  );
}

export const useNotificationChanges = () => useSend('v2.notifications');
