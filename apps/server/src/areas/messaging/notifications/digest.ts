/**
 * Optional daily mail to a user with the alarms since the last digest, newest first, whether or not
 * they were notified individually. It is also sent without alarms, because a missing mail would be
 * ambiguous.
 */

import { formatLocal } from '@busbar/domain/calendar';
import { nextClockTime } from '@busbar/domain/notification/quiet-hours';
import type { Context } from '../../../context.ts';
import { translatorFor } from '../../shared/i18n/translator.ts';
import { plainText } from '../../shared/plain-text.ts';
import { insertOutbox } from '../outbox/outbox-queries.ts';
import { alarmSentence } from './alarm-sentence.ts';
import {
  alarmsSince,
  type DigestAlarms,
  type DueDigest,
  dueDigests,
  scheduleDigest,
} from './digest-queries.ts';
import type { MailPayload } from './mail-sender.ts';
import { alarmTypeName, footerLines, type Message } from './render-message.ts';

export async function sendDigests(ctx: Context): Promise<void> {
  if (ctx.config.smtpUrl === undefined) return;
  await ctx.database.transaction(async (trx) => {
    const now = ctx.clock.now();
    for (const digest of await dueDigests(trx, now)) {
      const alarms = await alarmsSince(trx, digest, now);
      const message = digestMessage(digest, alarms, now, ctx.config.publicUrl);
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
  reader: DueDigest,
  { total, open, newest }: DigestAlarms,
  now: number,
  publicUrl: string | undefined,
): Message {
  const { language, zone, since } = reader;
  const t = translatorFor(language);
  const from = formatLocal(since, zone);
  const more = total - newest.length;
  const lines = [
    total === 0
      ? t('alarm-messages:digest.none', { since: from })
      : t('alarm-messages:digest.head', { since: from, total, active: open }),
    '',
    ...newest.map((alarm) =>
      [
        formatLocal(alarm.openedAt, zone),
        alarmTypeName(t, alarm.type, alarm.detail),
        plainText(alarm.deviceName),
        plainText(alarmSentence(alarm, now, reader)),
        t(`alarm-messages:digest.${alarm.endedAt === null ? 'active' : 'ended'}`),
      ].join('  '),
    ),
    ...(more > 0 ? [t('alarm-messages:digest.more', { count: more })] : []),
    '',
    ...footerLines(t, zone, publicUrl, 'historyalarm'),
  ];
  return { subject: t('alarm-messages:digest.subject', { total }), text: lines.join('\n') };
}
