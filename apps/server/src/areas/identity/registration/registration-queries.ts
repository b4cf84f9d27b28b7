/**
 * Customers as listed for platform administrators: registration, state, expiry and limits. No data
 * owned by a customer is read here.
 */

import { pickSnakeCase } from '@busbar/domain/key-case';
import type { NotificationLanguage } from '@busbar/domain/notification/channel';
import { type SqlBool, sql } from 'kysely';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import { isCounted } from '../../shared/counted-device-queries.ts';
import { likeAnywhere } from '../../shared/plain-text.ts';
import { accountKey } from '../accounts/account-key.ts';

export type RegistrationState = 'pending' | 'active' | 'rejected' | 'expired';

export interface Registration {
  readonly customerId: number;
  readonly chineseCode: string;
  readonly englishCode: string;
  /** The account created at registration. */
  readonly account: string;
  readonly contactUser: string;
  readonly phone: string;
  readonly email: string;
  readonly address: string;
  readonly state: RegistrationState;
  readonly createdAt: number;
  readonly activatedAt: number | null;
  /** Null if the registration never expires. */
  readonly expiresAt: number | null;
  /** Reason of the rejection; empty if not rejected, or rejected before a reason was required. */
  readonly rejectedReason: string;
  readonly zoneId: number;
  readonly currencyId: number;
  readonly mapType: 'baidu' | 'google';
  /** Null uses the default of the installation. */
  readonly mostDevices: number | null;
  /** Null means unlimited. */
  readonly mostUsers: number | null;
  /** Limit for all the customer's devices per local day; null means unlimited. */
  readonly mostMessages: number | null;
  /** Messages in the customer's current local day. */
  readonly messagesToday: number;
  readonly languages: readonly NotificationLanguage[];
  readonly version: number;
}

export interface RegistrationQuery {
  readonly state: RegistrationState | undefined;
  readonly keyword: string;
  readonly limit: number;
  readonly offset: number;
}

const stateAt = (now: number) => sql<RegistrationState>`
  case when c.state = 'active' and c.expires_at <= ${instant(now)} then 'expired' else c.state end`;

function customers(db: Executor, now: number) {
  return db
    .selectFrom('customer as c')
    .select([
      'c.customer_id as customerId',
      'c.chinese_code as chineseCode',
      'c.english_code as englishCode',
      'c.contact_user as contactUser',
      'c.phone',
      'c.email',
      'c.address',
      'c.created_at as createdAt',
      'c.activated_at as activatedAt',
      'c.expires_at as expiresAt',
      'c.rejected_reason as rejectedReason',
      'c.zone_id as zoneId',
      'c.currency_id as currencyId',
      'c.map_type as mapType',
      'c.most_devices as mostDevices',
      'c.most_users as mostUsers',
      'c.most_messages as mostMessages',
      'c.languages',
      'c.version',
    ])
    .select(stateAt(now).as('state'))
    .select(
      sql<number>`coalesce((select m.messages from message_day m
        where m.customer_id = c.customer_id and m.day = (${instant(now)}::timestamptz at time zone
          (select z.iana_name from zone z where z.zone_id = c.zone_id))::date), 0)`.as(
        'messagesToday',
      ),
    )
    .select(
      sql<string>`coalesce((select u.user_name from user_account u
        where u.customer_id = c.customer_id order by u.created_at, u.user_id limit 1), '')`.as(
        'account',
      ),
    );
}

/**
 * Returns the newest registrations first. `platformId` is the platform's own customer, which is
 * never registered and never expires.
 */
export async function listRegistrations(
  db: Executor,
  platformId: number,
  { state, keyword, limit, offset }: RegistrationQuery,
  now: number,
): Promise<{ list: Registration[]; total: number }> {
  const like = keyword === '' ? undefined : likeAnywhere(keyword);
  const conditions = [
    sql<SqlBool>`c.customer_id <> ${platformId}::integer`,
    ...(state === undefined ? [] : [sql<SqlBool>`${stateAt(now)} = ${state}`]),
    ...(like === undefined
      ? []
      : [
          sql<SqlBool>`(c.chinese_code ilike ${like} or c.english_code ilike ${like}
            or c.contact_user ilike ${like} or c.email ilike ${like} or exists (
              select 1 from user_account u where u.customer_id = c.customer_id
                and u.user_name ilike ${like}))`,
        ]),
  ];
  const { total } = await db
    .selectFrom('customer as c')
    .where((eb) => eb.and(conditions))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const list = await customers(db, now)
    .where((eb) => eb.and(conditions))
    .orderBy('c.created_at', 'desc')
    .orderBy('c.customer_id')
    .limit(limit)
    .offset(offset)
    .execute();
  return { list, total: Number(total) };
}

/**
 * Locks the registration until the transaction ends. The lock is a statement of its own, because
 * Citus locks no row in a statement with subqueries.
 */
export async function lockRegistration(
  trx: Executor,
  platformId: number,
  customerId: number,
  now: number,
): Promise<Registration | undefined> {
  if (customerId === platformId) return undefined;
  const locked = await trx
    .selectFrom('customer')
    .select('customer_id')
    .where('customer_id', '=', customerId)
    .forUpdate()
    .executeTakeFirst();
  if (locked === undefined) return undefined;
  return customers(trx, now).where('c.customer_id', '=', customerId).executeTakeFirst();
}

/** Thrown if another customer has taken one of the account names. */
export class NameTaken extends Error {}

/** Restores the account names that were released when the registration was rejected. */
export async function takeNamesBack(trx: Executor, customerId: number): Promise<void> {
  const accounts = await trx
    .selectFrom('user_account')
    .select(['user_id', 'user_name'])
    .where('customer_id', '=', customerId)
    .execute();
  for (const { user_id, user_name } of accounts) {
    const row = await trx
      .insertInto('account_name')
      .values({ account_key: accountKey(user_name), customer_id: customerId, user_id })
      .onConflict((oc) => oc.column('account_key').doNothing())
      .returning('user_id')
      .executeTakeFirst();
    if (row === undefined) throw new NameTaken();
  }
}

/**
 * Returns true if the time zone can no longer change. Days, months, bills, timers and scheduled
 * reports are stored by the zone of the day they were created in. From the first device, report or
 * closed period on, a new zone would change all of them.
 */
export async function countsDays(trx: Executor, customerId: number): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`
    select exists (select 1 from device
        where customer_id = ${customerId} and ${isCounted('device')})
      or exists (select 1 from settlement_period where customer_id = ${customerId})
      or exists (select 1 from report_schedule where customer_id = ${customerId}) as any`.execute(
    trx,
  );
  return rows[0]?.any === true;
}

/**
 * Returns true if the currency can no longer change. Fees and bills are amounts in the customer's
 * currency and do not store it, so another currency would turn the same figures into different
 * bills. Days without a price can still be priced.
 */
export async function countsMoney(trx: Executor, customerId: number): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`
    select exists (select 1 from settlement_period where customer_id = ${customerId})
      or exists (select 1 from energy_day where customer_id = ${customerId}
        and (fee_sharp <> 0 or fee_peak <> 0 or fee_off_peak <> 0 or fee_valley <> 0)) as any`.execute(
    trx,
  );
  return rows[0]?.any === true;
}

export async function activateCustomer(
  trx: Executor,
  held: Registration,
  expiresAt: number | null,
  now: number,
): Promise<void> {
  await trx
    .updateTable('customer')
    .set({
      state: 'active',
      activated_at: instant(held.activatedAt ?? now),
      expires_at: expiresAt === null ? null : instant(expiresAt),
      rejected_reason: '',
      registration_ticket_hash: null,
      version: held.version + 1,
    })
    .where('customer_id', '=', held.customerId)
    .execute();
}

export async function rejectCustomer(
  trx: Executor,
  held: Registration,
  reason: string,
): Promise<void> {
  await trx
    .updateTable('customer')
    .set({
      state: 'rejected',
      rejected_reason: reason,
      registration_ticket_hash: null,
      version: held.version + 1,
    })
    .where('customer_id', '=', held.customerId)
    .execute();
}

export type RegistrationSettings = Pick<
  Registration,
  | 'expiresAt'
  | 'zoneId'
  | 'currencyId'
  | 'mapType'
  | 'mostDevices'
  | 'mostUsers'
  | 'mostMessages'
  | 'languages'
>;

export async function updateSettings(
  trx: Executor,
  held: Registration,
  settings: RegistrationSettings,
): Promise<void> {
  await trx
    .updateTable('customer')
    .set({
      ...pickSnakeCase(settings, 'zoneId', 'currencyId', 'mapType'),
      ...pickSnakeCase(settings, 'mostDevices', 'mostUsers', 'mostMessages'),
      expires_at: settings.expiresAt === null ? null : instant(settings.expiresAt),
      languages: [...settings.languages],
      version: held.version + 1,
    })
    .where('customer_id', '=', held.customerId)
    .execute();
}
