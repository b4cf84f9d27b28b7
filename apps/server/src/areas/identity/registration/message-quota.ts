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
import { may, type PermissionHolder } from '@busbar/domain/access/permission';
import type { NotificationLanguage } from '@busbar/domain/notification/channel';
import { sql } from 'kysely';
import type { Scope } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import { insertOutbox } from '../../messaging/outbox/outbox-queries.ts';
import { permissionsOfUser } from '../../shared/rights/permissions-sql.ts';
import { logSettlement } from './customer-queries.ts';
import { MESSAGE_QUOTA_TEXTS } from './message-quota-texts.ts';

const DAY_MS = 86_400_000;
/** Days for which counts are retained; allows a comparison with the previous year. */
const KEPT_DAYS = 400;

interface CountedDay {
  readonly customerId: number;
  readonly englishCode: string;
  readonly languages: NotificationLanguage[];
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly messages: number;
  readonly most: number;
  readonly told: number;
}

/** Reports each threshold once, from the first process to reach it. */
export async function tellMessageQuotas(ctx: Context, now: number): Promise<number> {
  const { db } = ctx.database;
  const { rows } = await sql<CountedDay>`
    select c.customer_id as "customerId", c.english_code as "englishCode", c.languages,
      m.day::text as day, m.messages::float8 as messages, c.most_messages as most, m.told
    from message_day m join customer c on c.customer_id = m.customer_id
    where m.day >= (${instant(now - 2 * DAY_MS)}::timestamptz at time zone 'UTC')::date
      and c.most_messages is not null and c.state = 'active'
      and m.messages * 100 >= c.most_messages::bigint * 80 and m.told < 100
    order by c.customer_id, m.day`.execute(db);
  let told = 0;
  for (const counted of rows) {
    const mark = messageMark(counted.messages, counted.most);
    if (mark === 0 || mark <= counted.told) continue;
    if (await ctx.database.transaction((trx) => tell(ctx, trx, counted, mark, now))) told += 1;
  }
  return told;
}

async function tell(
  ctx: Context,
  trx: Executor,
  { customerId, englishCode, languages, day, messages, most }: CountedDay,
  mark: MessageMark,
  now: number,
): Promise<boolean> {
  const { numAffectedRows } = await sql`update message_day set told = ${mark}
    where customer_id = ${customerId} and day = ${day}::date and told < ${mark}`.execute(trx);
  if (numAffectedRows !== 1n) return false;
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
      const { subject, text } = MESSAGE_QUOTA_TEXTS[language];
      const fill = (words: string) =>
        words
          .replaceAll('{percent}', String(mark))
          .replaceAll('{day}', day)
          .replaceAll('{messages}', String(messages))
          .replaceAll('{most}', String(most));
      return {
        customerId,
        userId,
        channel: 'mail' as const,
        dedupeKey: `messages:${day}:${mark}:${userId}`,
        receiver: 'smtp',
        payload: { to, subject: fill(subject), text: fill(text), language },
        dueAt: now,
        now,
      };
    }),
  );
  ctx.log.warn({ customer: customerId, ...detail }, 'messages of a customer reached a mark');
  return true;
}

async function platformOf(trx: Executor): Promise<number | undefined> {
  const row = await trx
    .selectFrom('user_account')
    .where('role', '=', 'platform')
    .select('customer_id as id')
    .orderBy('created_at')
    .executeTakeFirst();
  return row?.id;
}

interface AdministratorMail {
  readonly userId: number;
  readonly to: string;
  readonly wished: string;
}

/**
 * Recipients are users who may read the message use: the permission and scope of the call
 * `v2.message-use`.
 */
async function administratorMails(trx: Executor, customerId: number): Promise<AdministratorMail[]> {
  const { rows } = await sql<AdministratorMail & PermissionHolder>`
    select u.user_id as "userId", p.mail_address as "to", p.language as wished, u.role,
      ${permissionsOfUser} as permissions
    from user_account u
    join user_group g on g.customer_id = u.customer_id and g.group_id = u.group_id
      and g.parent_id is null
    join notification_profile p on p.customer_id = u.customer_id and p.user_id = u.user_id
    where u.customer_id = ${customerId} and not u.disabled and p.mail_address <> ''
    order by u.user_id`.execute(trx);
  return rows.filter((row) => may(row, 'user.manage'));
}

export interface MessageUse {
  /** Messages of the current local day of the customer. */
  readonly messages: number;
  readonly most: number | null;
  readonly mark: MessageMark | 0;
}

export async function findMessageUse(
  ctx: Context,
  { customerId }: Pick<Scope, 'customerId'>,
): Promise<MessageUse> {
  const { rows } = await sql<{ messages: number; most: number | null }>`
    select coalesce(m.messages, 0)::float8 as messages, c.most_messages as most
    from customer c
    join zone z on z.zone_id = c.zone_id
    left join message_day m on m.customer_id = c.customer_id
      and m.day = (${instant(ctx.clock.now())}::timestamptz at time zone z.iana_name)::date
    where c.customer_id = ${customerId}`.execute(ctx.database.db);
  const { messages, most } = rows[0]!;
  return { messages, most, mark: messageMark(messages, most) };
}

export async function forgetMessageDays(ctx: Context, now: number): Promise<void> {
  await sql`delete from message_day
    where day < (${instant(now - KEPT_DAYS * DAY_MS)}::timestamptz at time zone 'UTC')::date`.execute(
    ctx.database.db,
  );
}
