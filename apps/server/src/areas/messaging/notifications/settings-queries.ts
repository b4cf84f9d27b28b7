/** Stored notification settings of a user: profile and preferences per alarm type. */
import { camelCaseKeys, pickSnakeCase, snakeCaseKeys } from '@busbar/domain/key-case';
import { sql } from 'kysely';
import type { Caller, Scope } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';

export interface Profile {
  readonly mailAddress: string;
  readonly language: string;
  /** Empty for the customer's time zone. */
  readonly zone: string;
  readonly quietFrom: string | null;
  readonly quietTo: string | null;
  readonly digestAt: string | null;
}

export const DEFAULT_PROFILE: Profile = {
  mailAddress: '',
  language: 'en',
  zone: '',
  quietFrom: null,
  quietTo: null,
  digestAt: null,
};

export interface TypePreferences {
  /** `*` applies to every type without preferences. */
  readonly alarmType: string;
  readonly mail: boolean;
  readonly push: boolean;
  readonly inApp: boolean;
  readonly tellEnd: boolean;
  readonly throughQuiet: boolean;
  readonly intervalMin: number;
  readonly repeatMin: number | null;
  readonly escalateAfterMin: number | null;
  readonly escalateTo: number | null;
}

/** Defaults for a user without settings: the in-app list only, no mail and no push. */
export const DEFAULT_PREFERENCES: TypePreferences = {
  alarmType: '*',
  mail: false,
  push: false,
  inApp: true,
  tellEnd: false,
  throughQuiet: false,
  intervalMin: 10,
  repeatMin: null,
  escalateAfterMin: null,
  escalateTo: null,
};

export interface UserKey {
  readonly customerId: number;
  readonly userId: number;
}

export async function readProfile(db: Executor, key: UserKey): Promise<Profile> {
  const row = await db
    .selectFrom('notification_profile')
    .where('customer_id', '=', key.customerId)
    .where('user_id', '=', key.userId)
    .select([
      'mail_address as mailAddress',
      'language',
      'zone',
      'quiet_from as quietFrom',
      'quiet_to as quietTo',
      'digest_at as digestAt',
    ])
    .executeTakeFirst();
  return row ?? DEFAULT_PROFILE;
}

/** `digestNextAt` null disables the digest; a first digest starts with events from `now` on. */
export async function writeProfile(
  trx: Executor,
  key: UserKey,
  profile: Profile,
  digestNextAt: number | null,
  now: number,
): Promise<void> {
  const values = {
    ...snakeCaseKeys(profile),
    digest_next_at: digestNextAt === null ? null : instant(digestNextAt),
  };
  await trx
    .insertInto('notification_profile')
    .values({
      ...values,
      ...pickSnakeCase(key, 'customerId', 'userId'),
      digest_since: instant(now),
    })
    .onConflict((conflict) =>
      conflict.columns(['customer_id', 'user_id']).doUpdateSet({
        ...values,
        // A digest that was disabled until now starts with events from now on.
        digest_since: sql<Date>`case when notification_profile.digest_at is null
          then excluded.digest_since else notification_profile.digest_since end`,
      }),
    )
    .execute();
}

export async function readPreferences(db: Executor, key: UserKey): Promise<TypePreferences[]> {
  const rows = await db
    .selectFrom('notification_setting')
    .where('customer_id', '=', key.customerId)
    .where('user_id', '=', key.userId)
    .selectAll()
    .orderBy('alarm_type')
    .execute();
  return rows.map(({ customer_id, user_id, ...preference }) => camelCaseKeys(preference));
}

export async function replacePreferences(
  trx: Executor,
  key: UserKey,
  preferences: readonly TypePreferences[],
): Promise<void> {
  await trx
    .deleteFrom('notification_setting')
    .where('customer_id', '=', key.customerId)
    .where('user_id', '=', key.userId)
    .execute();
  if (preferences.length === 0) return;
  await trx
    .insertInto('notification_setting')
    .values(
      preferences.map((preference) => ({
        ...pickSnakeCase(key, 'customerId', 'userId'),
        ...snakeCaseKeys(preference),
      })),
    )
    .execute();
}

/**
 * Returns the users an alarm can be escalated to: those who see devices of the user's group, which
 * are the users of the group, of its parent groups and of its subgroups.
 */
export async function otherUsers(
  db: Executor,
  { customerId, userId, groupId }: UserKey & Scope,
): Promise<{ readonly id: number; readonly name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select u.user_id as id, u.user_name as name
    from user_account u
    join user_group g on g.customer_id = u.customer_id and g.group_id = u.group_id
    join user_group own on own.customer_id = u.customer_id and own.group_id = ${groupId}
    where u.customer_id = ${customerId} and u.user_id <> ${userId} and not u.disabled
      and (g.path @> own.path or own.path @> g.path)
    order by u.user_name`.execute(db);
  return rows;
}

const TEST_PAUSE_MS = 5_000;

/** The address may be another person's; the limit prevents the button from flooding it. */
export async function claimTest(ctx: Context, { customerId, userId }: Caller): Promise<boolean> {
  const now = ctx.clock.now();
  const { numAffectedRows } = await sql`
    insert into notification_profile (customer_id, user_id, tested_at)
    values (${customerId}, ${userId}, ${instant(now)})
    on conflict (customer_id, user_id) do update set tested_at = excluded.tested_at
    where notification_profile.tested_at is null
      or notification_profile.tested_at <= ${instant(now - TEST_PAUSE_MS)}`.execute(
    ctx.database.db,
  );
  return numAffectedRows === 1n;
}

export async function markTestAccepted(
  db: Executor,
  { customerId, userId }: Caller,
): Promise<void> {
  await sql`insert into notification_profile (customer_id, user_id, test_accepted)
    values (${customerId}, ${userId}, true)
    on conflict (customer_id, user_id) do update set test_accepted = true`.execute(db);
}
