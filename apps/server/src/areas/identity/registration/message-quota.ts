/**
 * Compares the messages of a day with the limit set by the platform: at 80 and at 100 per cent, the
 * customer's administrators are notified once and both audit trails get an event. No message is
 * refused or dropped, because a message that is not acknowledged would only be sent again (ADR 22).
 */

import {
  type MessageMark,
  messageMark,
  offeredLanguage,
} from '@busbar/domain/access/customer-limits';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { insertOutbox } from '../../messaging/outbox/outbox-queries.ts';
import { translatorFor } from '../../shared/i18n/translator.ts';
import { logSettlement } from './customer-queries.ts';
import {
  administratorMails,
  type CountedDay,
  findDaysOverMark,
  markNotified,
  platformOf,
} from './message-quota-queries.ts';

/** Reports each threshold once, even if several processes detect it. */
export async function notifyMessageQuotas(ctx: Context, now: number): Promise<number> {
  const { db } = ctx.database;
  const rows = await findDaysOverMark(db, now);
  let sent = 0;
  for (const counted of rows) {
    const mark = messageMark(counted.messages, counted.most);
    if (mark === 0 || mark <= counted.notified) continue;
    if (await ctx.database.transaction((trx) => notify(ctx, trx, counted, mark, now))) sent += 1;
  }
  return sent;
}

async function notify(
  ctx: Context,
  trx: Executor,
  { customerId, englishCode, languages, day, messages, most }: CountedDay,
  mark: MessageMark,
  now: number,
): Promise<boolean> {
  if (!(await markNotified(trx, customerId, day, mark))) return false;
  const detail = { day, messages, most, percent: mark };
  const entry = { at: now, command: 'message limit', userName: '', clientAddress: '' } as const;
  await logSettlement(trx, customerId, { ...entry, detail });
  const platform = await platformOf(trx);
  if (platform !== undefined && platform !== customerId) {
    const customer = { id: customerId, name: englishCode };
    await logSettlement(trx, platform, { ...entry, detail: { customer, ...detail } });
  }
  const mails = await administratorMails(trx, customerId);
  await insertOutbox(
    trx,
    mails.map(({ userId, to, wished }) => {
      const language = offeredLanguage(languages, wished);
      const t = translatorFor(language);
      const subject = t('mails:message-quota.subject', { percent: mark, day });
      const sent = t('mails:message-quota.sent', { count: messages, day, most });
      const text = `${sent}\n\n${t('mails:message-quota.advice')}\n`;
      return {
        customerId,
        userId,
        channel: 'mail' as const,
        dedupeKey: `messages:${day}:${mark}:${userId}`,
        receiver: 'smtp',
        payload: { to, subject, text, language },
        dueAt: now,
        now,
      };
    }),
  );
  ctx.log.warn(
    { customer: customerId, ...detail },
    'the messages of a customer reached a threshold',
  );
  return true;
}
