/** Queries for the users of a scope, as shown in lists. Platform users belong to no customer. */
import type { Permission } from '@busbar/domain/access/permission';
import type { Role } from '@busbar/domain/access/role';
import { type RawBuilder, sql } from 'kysely';
import type { Scope } from '../../../caller.ts';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import { parseId } from '../../shared/identifier.ts';
import { likeAnywhere } from '../../shared/plain-text.ts';
import { livesAt, refusesAt } from './access-condition-queries.ts';

export interface User {
  readonly userId: number;
  readonly userName: string;
  readonly role: Role;
  readonly ownRoleId: number | null;
  readonly ownRoleName: string | null;
  /** Permissions of the custom role; null uses those of the built-in role. */
  readonly permissions: readonly Permission[] | null;
  readonly groupId: number;
  readonly groupName: string;
  readonly inRoot: boolean;
  /** Address of links for passwords: one that an administrator or the registration set. */
  readonly mail: string;
  readonly disabled: boolean;
  readonly locked: boolean;
  readonly createdAt: number;
  readonly lastSignInAt: number | null;
  readonly mustChangePassword: boolean;
  /** False for a user that a provider created. */
  readonly hasPassword: boolean;
  /** `both` for a user with a password who has linked an account at the present provider. */
  readonly signIn: 'password' | 'provider' | 'both';
  readonly secondFactor: boolean;
  readonly sessions: number;
  readonly version: string;
}

export const USER_SORTS = ['name', 'role', 'group', 'last_sign_in', 'created'] as const;
export type UserSort = (typeof USER_SORTS)[number];

const SORTS: Readonly<Record<UserSort, RawBuilder<unknown>>> = {
  name: sql`lower(u.user_name) collate "C"`,
  role: sql`coalesce(lower(r.name), u.role) collate "C"`,
  group: sql`lower(g.name) collate "C"`,
  last_sign_in: sql`u.last_sign_in_at`,
  created: sql`u.created_at`,
};

export interface UserFilter {
  readonly keyword: string;
  /** Name of a built-in role; users with a custom role are excluded. */
  readonly role?: string | undefined;
  readonly ownRoleId?: number | undefined;
  readonly state?: string | undefined;
  /** This group and its subgroups; the caller has checked that it is in scope. */
  readonly groupId?: number | undefined;
}

export interface UserPage {
  readonly limit: number;
  readonly offset: number;
  readonly sort: UserSort;
  readonly descending: boolean;
}

const GROUP = sql`
  join user_group g on g.customer_id = u.customer_id and g.group_id = u.group_id`;
const NAME = sql`
  left join account_name n on n.customer_id = u.customer_id and n.user_id = u.user_id`;
const OWN_ROLE = sql`
  left join custom_role r
    on r.customer_id = u.customer_id and r.custom_role_id = u.custom_role_id`;
const PROFILE = sql`
  left join notification_profile p on p.customer_id = u.customer_id and p.user_id = u.user_id`;
const JOINS = sql`${GROUP} ${NAME} ${OWN_ROLE}`;

const isInvited = sql`(u.last_sign_in_at is null and u.must_change_password)`;

function isState(state: string, now: number): RawBuilder<unknown> {
  const locked = refusesAt(now);
  if (state === 'disabled') return sql`u.disabled`;
  if (state === 'locked') return sql`(not u.disabled and ${locked})`;
  if (state === 'invited') return sql`(not u.disabled and not ${locked} and ${isInvited})`;
  return sql`(not u.disabled and not ${locked} and not ${isInvited})`;
}

/** Joins only the required tables: ten thousand rows are scanned, and one page of them is shown. */
function chosen(
  scope: Scope,
  filter: UserFilter,
  now: number,
  sort?: UserSort,
): RawBuilder<unknown> {
  const { keyword, role, ownRoleId, state, groupId } = filter;
  const joins = [
    GROUP,
    ...(state === undefined ? [] : [NAME]),
    ...(sort === 'role' ? [OWN_ROLE] : []),
    ...(keyword === '' ? [] : [PROFILE]),
  ];
  const conditions = [
    sql`u.customer_id = ${scope.customerId} and u.role <> 'platform'`,
    sql`g.path @> array[${scope.groupId}::integer]`,
  ];
  if (keyword !== '') {
    const pattern = likeAnywhere(keyword);
    conditions.push(sql`(u.user_name ilike ${pattern} or u.reset_mail ilike ${pattern}
      or p.mail_address ilike ${pattern})`);
  }
  if (role !== undefined) conditions.push(sql`u.role = ${role} and u.custom_role_id is null`);
  if (ownRoleId !== undefined) conditions.push(sql`u.custom_role_id = ${ownRoleId}::integer`);
  if (groupId !== undefined) conditions.push(sql`g.path @> array[${groupId}::integer]`);
  if (state !== undefined) conditions.push(isState(state, now));
  return sql`from user_account u ${sql.join(joins, sql` `)} where ${sql.join(conditions, sql` and `)}`;
}

/** The page is selected before the columns computed for each row. */
export async function listUsers(
  db: Executor,
  scope: Scope,
  filter: UserFilter,
  { limit, offset, sort, descending }: UserPage,
  now: number,
): Promise<{ users: User[]; total: number }> {
  const direction = descending ? sql`desc` : sql`asc`;
  // With `nulls last`, the index on names could not be read backwards, so only the sign-in time
  // uses it.
  const nulls = sort === 'last_sign_in' ? sql`nulls last` : sql``;
  const order = sql`order by ${SORTS[sort]} ${direction} ${nulls}, u.user_id ${direction}`;
  const { rows: users } = await sql<User>`
    select ${columns(scope, now)}
    from (select u.* ${chosen(scope, filter, now, sort)} ${order} limit ${sql.lit(limit)} offset ${sql.lit(offset)}) u
    ${JOINS} where u.customer_id = ${scope.customerId} ${order}`.execute(db);
  const { rows } = await sql<{ total: number }>`select count(*) as total
    ${chosen(scope, filter, now)}`.execute(db);
  return { users, total: rows[0]!.total };
}

/**
 * Returns undefined for users outside the scope, as for unknown ids; `hold` locks the row until the
 * transaction ends.
 */
export async function findUser(
  db: Executor,
  scope: Scope,
  id: string | number,
  now: number,
  { hold = false } = {},
): Promise<User | undefined> {
  const userId = parseId(id);
  if (userId === undefined) return undefined;
  const { rows } = await sql<User>`
    select ${columns(scope, now)} from user_account u ${JOINS}
    where u.customer_id = ${scope.customerId} and u.role <> 'platform'
      and u.user_id = ${userId} and g.path @> array[${scope.groupId}::integer]
    ${hold ? sql`for update of u` : sql``}`.execute(db);
  return rows[0];
}

const columns = ({ customerId }: Scope, now: number): RawBuilder<unknown> => sql`
  u.user_id as "userId", u.user_name as "userName", u.role, u.custom_role_id as "ownRoleId",
  r.name as "ownRoleName", r.permissions, u.group_id as "groupId", g.name as "groupName",
  (g.parent_id is null) as "inRoot", u.reset_mail as mail, u.disabled,
  ${refusesAt(now)} as locked, u.created_at as "createdAt", u.last_sign_in_at as "lastSignInAt",
  u.must_change_password as "mustChangePassword", u.has_password as "hasPassword",
  case when not u.has_password then 'provider'
    when exists (select 1 from external_identity i join identity_provider p
      on p.customer_id = i.customer_id and p.issuer = i.issuer
      where i.customer_id = ${customerId} and p.customer_id = ${customerId}
        and i.user_id = u.user_id) then 'both'
    else 'password' end as "signIn",
  exists (select 1 from second_factor f where f.customer_id = ${customerId}
    and f.user_id = u.user_id and f.confirmed_at is not null) as "secondFactor",
  (select count(*) from session s where s.customer_id = u.customer_id
    and s.user_id = u.user_id and ${livesAt(now)}) as sessions,
  md5(concat_ws('|', u.role, coalesce(u.custom_role_id, 0), u.group_id, u.reset_mail)) as version`;

export async function countUsers(trx: Executor, customerId: number): Promise<number> {
  const { count } = await trx
    .selectFrom('user_account')
    .where('customer_id', '=', customerId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export interface UserValues {
  readonly role?: Role;
  readonly custom_role_id?: number | null;
  readonly group_id?: number;
  readonly disabled?: boolean;
  readonly reset_mail?: string;
}

export async function updateUser(
  trx: Executor,
  customerId: number,
  userId: number,
  values: UserValues,
): Promise<void> {
  await trx
    .updateTable('user_account')
    .set(values)
    .where('customer_id', '=', customerId)
    .where('user_id', '=', userId)
    .execute();
}

/** Sets a new initial password, whatever the old one was. */
export async function writeInitialPassword(
  trx: Executor,
  customerId: number,
  userId: number,
  passwordHash: string,
  now: number,
): Promise<void> {
  await trx
    .updateTable('user_account')
    .set({
      password_hash: passwordHash,
      must_change_password: true,
      password_changed_at: instant(now),
    })
    .where('customer_id', '=', customerId)
    .where('user_id', '=', userId)
    .execute();
}

/**
 * Changes the address of links, and the address of notifications, whose other settings are unchanged.
 * A link that was mailed to the former address is no longer valid.
 */
export async function writeMail(
  trx: Executor,
  customerId: number,
  userId: number,
  mail: string,
): Promise<void> {
  await trx
    .insertInto('notification_profile')
    .values({ customer_id: customerId, user_id: userId, mail_address: mail })
    .onConflict((conflict) =>
      conflict.columns(['customer_id', 'user_id']).doUpdateSet({ mail_address: mail }),
    )
    .execute();
  await updateUser(trx, customerId, userId, { reset_mail: mail });
  await trx
    .deleteFrom('invitation')
    .where('customer_id', '=', customerId)
    .where('user_id', '=', userId)
    .execute();
}
