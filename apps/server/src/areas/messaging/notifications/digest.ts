/**
 * Optional daily mail to a user with the alarms since the last digest, newest first, whether or not
 * they were notified individually. It is also sent without alarms, because a missing mail would be
 * ambiguous.
 */

import { formatLocal } from '@busbar/domain/calendar';
import { nextClockTime } from '@busbar/domain/notification/quiet-hours';
import type { Context } from '../../../context.ts';
import { plainText } from '../../shared/plain-text.ts';
import { insertOutbox } from '../outbox/outbox-queries.ts';
import {
  alarmsSince,
  type DigestAlarms,
  type DueDigest,
  dueDigests,
  scheduleDigest,
} from './digest-queries.ts';
import type { MailPayload } from './mail-sender.ts';
import { fill, type Message, textsOf, trimmed, typeName } from './render-message.ts';

export async function sendDigests(ctx: Context): Promise<void> {
  if (ctx.config.smtpUrl === undefined) return;
  await ctx.database.transaction(async (trx) => {
    const now = ctx.clock.now();
    for (const digest of await dueDigests(trx, now)) {
      const alarms = await alarmsSince(trx, digest, now);
      const message = digestMessage(digest, alarms, ctx.config.publicUrl);
      const { customerId, userId, mailAddress: to, language, zone, digestAt } = digest;
      const payload: MailPayload = { to, ...message, language };
      await insertOutbox(trx, [
        {
          customerId,
          userId,
          channel: 'mail',
          dedupeKey: `digest:${userId}:${now}`,
          receiver: 'smtp',
          payload,
          dueAt: now,
          now,
        },
      ]);
      await scheduleDigest(trx, { customerId, userId }, now, nextClockTime(now, digestAt, zone));
    }
  });
}

function digestMessage(
  { language, zone, since }: DueDigest,
  { total, open, newest }: DigestAlarms,
  publicUrl: string | undefined,
): Message {
  const texts = textsOf(language);
  const from = formatLocal(since, zone);
  const more = total - newest.length;
  const lines = [
    total === 0
      ? fill(texts.digestNone, { since: from })
      : fill(texts.digestHead, { since: from, count: total, open }),
    '',
    ...newest.map(
      (alarm) =>
        `${formatLocal(alarm.openedAt, zone)}  ${typeName(texts, alarm.type, alarm.detail)}  ${plainText(alarm.deviceName)}  ${alarm.ended ? texts.ended : texts.stillOpen}`,
    ),
    ...(more > 0 ? [fill(texts.digestMore, { count: more })] : []),
    '',
    fill(texts.zone, { zone }),
    ...(publicUrl === undefined
      ? []
      : [fill(texts.open, { link: `${trimmed(publicUrl)}/historyalarm` })]),
    texts.why,
  ];
  return { subject: fill(texts.digestSubject, { count: total }), text: lines.join('\n') };
}
