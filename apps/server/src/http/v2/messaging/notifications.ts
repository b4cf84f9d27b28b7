/** v2 calls for the caller's notifications. */

import type { notificationCalls } from '@busbar/contract/v2/messaging/notifications';
import {
  countUnread,
  listNotifications,
} from '../../../areas/messaging/notifications/notification-list.ts';
import { markRead } from '../../../areas/messaging/notifications/notification-queries.ts';
import { presentNotification } from '../../../areas/messaging/notifications/present-notification.ts';
import { parseId } from '../../../areas/shared/identifier.ts';
import type { Context } from '../../../context.ts';
import type { HandlersOf } from '../../calls/handler.ts';

const DEFAULT_ROWS = 13;

export function notificationHandlers(ctx: Context): HandlersOf<typeof notificationCalls> {
  return {
    'v2.notifications': async ({ query, caller }) => {
      const { list, total, unread } = await listNotifications(ctx.database.db, caller, {
        page: query.pn ?? 1,
        pageSize: query.ps ?? DEFAULT_ROWS,
        unreadOnly: query.unread === true,
      });
      return { data: { list: list.map(presentNotification), total, unread } };
    },
    'v2.notifications.read': async ({ body, caller }) => {
      const ids = (body.ids ?? []).map(parseId).filter((id) => id !== undefined);
      const which = body.all === true ? undefined : ids;
      await markRead(ctx.database.db, caller, which, ctx.clock.now());
      return { data: { unread: await countUnread(ctx.database.db, caller) } };
    },
  };
}
