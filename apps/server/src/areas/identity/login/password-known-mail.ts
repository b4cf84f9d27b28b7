/** Notifies the owner of an account of a sign-in with the right password and a wrong second factor. */

import { offeredLanguage } from '@busbar/domain/access/customer-limits';
import type { Context } from '../../../context.ts';
import { insertOutbox } from '../../messaging/outbox/outbox-queries.ts';
import { translatorFor } from '../../shared/i18n/translator.ts';
import type { Account } from '../accounts/account-queries.ts';
import { findOwnerMail } from './own-access-queries.ts';

/** At most one mail a day; none if the owner has no mail address. */
export async function queuePasswordKnownMail(
  ctx: Context,
  { customerId, userId, userName }: Pick<Account, 'customerId' | 'userId' | 'userName'>,
  address: string,
): Promise<void> {
  const { db } = ctx.database;
  const now = ctx.clock.now();
  const receiver = await findOwnerMail(db, { customerId, userId }, now);
  if (receiver === undefined) return;
  const { to, day, time } = receiver;
  const language = offeredLanguage(receiver.languages, receiver.wished);
  const t = translatorFor(language);
  const subject = t('mails:password-known.subject');
  const text = t('mails:password-known.text', { user: userName, time, address });
  await insertOutbox(db, [
    {
      customerId,
      userId,
      channel: 'mail',
      dedupeKey: `password-known:${day}:${userId}`,
      receiver: 'smtp',
      payload: { to, subject, text, language },
      dueAt: now,
      now,
    },
  ]);
}
