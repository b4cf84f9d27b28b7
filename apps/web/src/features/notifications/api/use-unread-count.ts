import { useCallQuery } from '../../../lib/calls/use-call.ts';
import { useRealtime } from '../../../realtime/use-realtime.ts';

/** Number of unread messages, queried when displayed; a separate module for every page's header. */
export function useUnreadCount(): number | undefined {
  const query = useCallQuery('v2.notifications', { query: { pn: 1, ps: 1, unread: true } });
  useRealtime((event) => {
    if (event.type === 'NOTIFICATION' && event.notification !== null) void query.refetch();
  });
  return query.data?.data.unread;
}
