/** Notifies the owner of an account of a sign-in with the right password and a wrong second factor. */
import { offeredLanguage } from '@busbar/domain/access/customer-limits';
import type { NotificationLanguage } from '@busbar/domain/notification/channel';
import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import { instant } from '../../../storage/column-types.ts';
import { insertOutbox } from '../../messaging/outbox/outbox-queries.ts';
import type { Account } from '../accounts/account-queries.ts';
import { PASSWORD_KNOWN_TEXTS } from './password-known-texts.ts';

interface Receiver {
  readonly to: string;
  readonly wished: string;
  readonly languages: NotificationLanguage[];
  /** Time of day in the customer's time zone. */
  readonly time: string;
  /** `YYYY-MM-DD`, UTC. */
  readonly day: string;
}

/** At most one mail a day; none if the owner has no mail address. */
export async function queuePasswordKnownMail(
  ctx: Context,
  { customerId, userId, userName }: Pick<Account, 'customerId' | 'userId' | 'userName'>,
  address: string,
): Promise<void> {
  const { db } = ctx.database;
  const now = ctx.clock.now();
  const { rows } = await sql<Receiver>`
    select p.mail_address as "to", p.language as wished, c.languages,
      to_char(${instant(now)}::timestamptz at time zone z.iana_name, 'YYYY-MM-DD HH24:MI')
        || ' (' || z.iana_name || ')' as time,
      (${instant(now)}::timestamptz at time zone 'UTC')::date::text as day
    from notification_profile p
    join customer c on c.customer_id = p.customer_id
    join zone z on z.zone_id = c.zone_id
    where p.customer_id = ${customerId} and p.user_id = ${userId}
      and p.mail_address <> ''`.execute(db);
  const receiver = rows[0];
  if (receiver === undefined) return;
  const { to, day, time } = receiver;
  const language = offeredLanguage(receiver.languages, receiver.wished);
  const { subject, text } = PASSWORD_KNOWN_TEXTS[language];
  const filled = text
    .replace('{user}', () => userName)
    .replace('{time}', () => time)
    .replace('{address}', () => address);
  await insertOutbox(db, [
    {
      customerId,
      userId,
      channel: 'mail',
      dedupeKey: `password-known:${day}:${userId}`,
      receiver: 'smtp',
      payload: { to, subject, text: filled, language },
      dueAt: now,
      now,
    },
  ]);
}
