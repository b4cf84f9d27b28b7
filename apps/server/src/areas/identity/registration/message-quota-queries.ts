/** Queries for the messages that the devices of a customer sent per day. */

import { type MessageMark, messageMark } from '@busbar/domain/access/customer-limits';
import { may, type PermissionHolder } from '@busbar/domain/access/permission';
import type { NotificationLanguage } from '@busbar/domain/notification/channel';
import { sql } from 'kysely';
import type { Scope } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import { permissionsOfUser } from '../../shared/rights/permission-queries.ts';

export const DAY_MS = 86_400_000;

/** Days for which counts are retained; allows a comparison with the previous year. */
const RETENTION_DAYS = 400;

export interface CountedDay {
  readonly customerId: number;
  readonly englishCode: string;
  readonly languages: NotificationLanguage[];
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly messages: number;
  readonly most: number;
  readonly notified: number;
}

export async function platformOf(trx: Executor): Promise<number | undefined> {
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

/** Recipients may read the message use: the permission and scope of the call `v2.message-use`. */
export async function administratorMails(
  trx: Executor,
  customerId: number,
): Promise<AdministratorMail[]> {
  const { rows } = await sql<AdministratorMail & PermissionHolder>`
    select u.user_id as "userId", p.mail_address as "to", p.language as wished, u.role,
      ${permissionsOfUser()} as permissions
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

export async function purgeMessageDays(ctx: Context, now: number): Promise<void> {
  await sql`delete from message_day
    where day < (${instant(now - RETENTION_DAYS * DAY_MS)}::timestamptz at time zone 'UTC')::date`.execute(
    ctx.database.db,
  );
}

export async function findDaysOverMark(db: Executor, now: number): Promise<CountedDay[]> {
  const { rows } = await sql<CountedDay>`
    select c.customer_id as "customerId", c.english_code as "englishCode", c.languages,
      m.day::text as day, m.messages::float8 as messages, c.most_messages as most,
      m.told as notified
    from message_day m join customer c on c.customer_id = m.customer_id
    where m.day >= (${instant(now - 2 * DAY_MS)}::timestamptz at time zone 'UTC')::date
      and c.most_messages is not null and c.state = 'active'
      and m.messages * 100 >= c.most_messages::bigint * 80 and m.told < 100
    order by c.customer_id, m.day`.execute(db);
  return rows;
}

export async function markNotified(
  trx: Executor,
  customerId: number,
  day: string,
  mark: MessageMark,
): Promise<boolean> {
  const { numAffectedRows } = await sql`update message_day set told = ${mark}
    where customer_id = ${customerId} and day = ${day}::date and told < ${mark}`.execute(trx);
  if (numAffectedRows !== 1n) return false;
  return true;
}
