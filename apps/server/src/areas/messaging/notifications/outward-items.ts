/** Outbox items of one notice: a mail, and a push to each browser of the user. */
import type { NoticeEvent } from '@busbar/domain/notification/channel';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import type { NewOutboxItem } from '../outbox/outbox-queries.ts';
import type { DueLine } from './due-queries.ts';
import type { MailPayload } from './mail-sender.ts';
import type { NotificationDetail } from './notification-list.ts';
import { readSubscriptions } from './push-queries.ts';
import type { PushPayload } from './push-sender.ts';
import { alarmMessage } from './render-message.ts';

export async function outwardItems(
  ctx: Context,
  trx: Executor,
  line: DueLine & NotificationDetail,
  ways: readonly ('mail' | 'push')[],
  event: NoticeEvent,
  now: number,
): Promise<NewOutboxItem[]> {
  const { customerId, userId, alarmId, mailAddress, language } = line;
  const message = alarmMessage(event, line, line, now, ctx.config.publicUrl);
  // The key is unique per notice and number of notifications; a repeated step has the same key.
  const key = `${userId}:${line.deviceId}:${line.type}:${line.phase}:${alarmId}:${line.notifiedCount}`;
  const common = { customerId, userId, dueAt: now, now };
  const items: NewOutboxItem[] = [];
  if (ways.includes('mail')) {
    const payload: MailPayload = { to: mailAddress, ...message, language };
    items.push({
      ...common,
      channel: 'mail',
      dedupeKey: `mail:${key}`,
      receiver: 'smtp',
      payload,
    });
  }
  if (ways.includes('push')) {
    // The subject of a push is shown above its text, which therefore begins with the cause.
    const body = message.text.slice(message.text.indexOf('\n') + 1);
    for (const subscription of await readSubscriptions(trx, line)) {
      const payload: PushPayload = { subscription, message: { ...message, text: body, alarmId } };
      items.push({
        ...common,
        channel: 'push',
        dedupeKey: `push:${key}:${subscription.endpoint.slice(-60)}`,
        receiver: new URL(subscription.endpoint).host,
        payload,
      });
    }
  }
  return items;
}
