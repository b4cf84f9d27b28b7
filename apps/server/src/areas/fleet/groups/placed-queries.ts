/** Queries that find, lock and move devices and users by group. */
import type { GroupPath } from '@busbar/domain/access/group-tree';
import type { Permission } from '@busbar/domain/access/permission';
import type { Role } from '@busbar/domain/access/role';
import { isDeviceCode } from '@busbar/domain/device/device-code';
import { type RawBuilder, sql } from 'kysely';
import type { Scope } from '../../../caller.ts';
import type { Executor } from '../../../storage/database.ts';
import { isCounted } from '../../shared/counted-device-queries.ts';
import { parseId } from '../../shared/identifier.ts';
import { permissionsOfUser } from '../../shared/rights/permission-queries.ts';

export interface PlacedDevice {
  readonly deviceId: number;
  readonly deviceCode: string;
  readonly name: string;
  readonly groupId: number;
  readonly path: GroupPath;
  readonly simulated: boolean;
}

const DEVICE = sql`d.device_id as "deviceId", d.device_code as "deviceCode", d.name,
  d.group_id as "groupId", g.path, d.simulated`;
const DEVICES = sql`from device d
  join user_group g on g.customer_id = d.customer_id and g.group_id = d.group_id`;

/**
 * Returns the active devices of the scope by code or id, without duplicates; `hold` locks them
 * until the transaction ends.
 */
export async function devicesNamed(
  db: Executor,
  scope: Scope,
  named: readonly (string | number)[],
  hold: boolean,
): Promise<PlacedDevice[]> {
  const codes = named.filter(isDeviceCode);
  const ids = named.map((name) => parseId(name)).filter((id) => id !== undefined);
  const { rows } = await sql<PlacedDevice>`
    select ${DEVICE} ${DEVICES}
    where d.customer_id = ${scope.customerId} and d.deleted_at is null
      and (d.device_code = any(${codes}::text[]) or d.device_id = any(${ids}::integer[]))
      and g.path @> array[${scope.groupId}::integer]
    order by d.device_id ${hold ? sql`for update of d` : sql``}`.execute(db);
  return rows;
}

/** All devices directly in a group, or some of them. */
export interface DevicesOfGroup {
  readonly groupId: number;
  /** Device ids; defaults to all devices of the group. */
  readonly only?: readonly number[];
}

/** SQL condition: device `d` is in one of these parcels; a simulated one only if it is named. */
export function isOneOf(parcels: readonly DevicesOfGroup[]): RawBuilder<boolean> {
  const whole = parcels.filter(({ only }) => only === undefined).map(({ groupId }) => groupId);
  const single = parcels.flatMap(({ only }) => only ?? []);
  return sql<boolean>`(d.deleted_at is null and ((d.group_id = any(${whole}::integer[]) and ${isCounted('d')})
    or d.device_id = any(${single}::integer[])))`;
}

/** Returns the devices ordered by name; `hold` locks the rows until the transaction ends. */
export async function devicesOf(
  db: Executor,
  customerId: number,
  parcels: readonly DevicesOfGroup[],
  { limit, hold = false }: { readonly limit?: number; readonly hold?: boolean } = {},
): Promise<PlacedDevice[]> {
  const { rows } = await sql<PlacedDevice>`
    select ${DEVICE} ${DEVICES}
    where d.customer_id = ${customerId} and ${isOneOf(parcels)}
    order by ${hold ? sql`d.device_id` : sql`lower(d.name), d.device_id`}
    ${limit === undefined ? sql`` : sql`limit ${sql.lit(limit)}`}
    ${hold ? sql`for update of d` : sql``}`.execute(db);
  return rows;
}

export async function writeDeviceGroup(
  trx: Executor,
  customerId: number,
  deviceIds: readonly number[],
  groupId: number,
): Promise<void> {
  await sql`update device set group_id = ${groupId}, revision = revision + 1
    where customer_id = ${customerId} and device_id = any(${[...deviceIds]}::integer[])`.execute(
    trx,
  );
}

export interface PlacedUser {
  readonly userId: number;
  readonly userName: string;
  readonly role: Role;
  /** Permissions of the custom role; null uses those of the built-in role. */
  readonly permissions: readonly Permission[] | null;
  readonly disabled: boolean;
  readonly groupId: number;
  readonly path: GroupPath;
}

const USERS = sql`from user_account u
  join user_group g on g.customer_id = u.customer_id and g.group_id = u.group_id`;
const user = (customerId: number) => sql`u.user_id as "userId", u.user_name as "userName", u.role,
  ${permissionsOfUser(customerId)} as permissions, u.disabled, u.group_id as "groupId", g.path`;

/** Returns accounts of the scope, without platform accounts, which a customer cannot move. */
export async function usersNamed(
  db: Executor,
  scope: Scope,
  userIds: readonly number[],
  hold: boolean,
): Promise<PlacedUser[]> {
  const { rows } = await sql<PlacedUser>`
    select ${user(scope.customerId)} ${USERS}
    where u.customer_id = ${scope.customerId} and u.role <> 'platform'
      and u.user_id = any(${[...userIds]}::integer[])
      and g.path @> array[${scope.groupId}::integer]
    order by u.user_id ${hold ? sql`for update of u` : sql``}`.execute(db);
  return rows;
}

/** Returns the enabled accounts directly in these groups. */
export async function usersInGroups(
  db: Executor,
  customerId: number,
  groupIds: readonly number[],
): Promise<PlacedUser[]> {
  const { rows } = await sql<PlacedUser>`
    select ${user(customerId)} ${USERS}
    where u.customer_id = ${customerId} and u.role <> 'platform' and not u.disabled
      and u.group_id = any(${[...groupIds]}::integer[])
    order by lower(u.user_name), u.user_id`.execute(db);
  return rows;
}

export async function writeUserGroup(
  trx: Executor,
  customerId: number,
  userIds: readonly number[],
  groupId: number,
): Promise<void> {
  await sql`update user_account set group_id = ${groupId}
    where customer_id = ${customerId} and user_id = any(${[...userIds]}::integer[])`.execute(trx);
}

export interface UserPage {
  readonly keyword: string;
  readonly only?: number | undefined;
  readonly limit: number;
  readonly offset: number;
}

export interface ListedUser extends Omit<PlacedUser, 'path' | 'permissions'> {
  readonly groupName: string;
}

/** Returns the accounts of a group and its subgroups, ordered by name, with the total. */
export async function listUsers(
  db: Executor,
  { customerId, groupId }: Scope,
  { keyword, only, limit, offset }: UserPage,
): Promise<{ users: ListedUser[]; total: number }> {
  const where = sql`where u.customer_id = ${customerId} and u.role <> 'platform'
    and g.path @> array[${groupId}::integer]
    ${keyword === '' ? sql`` : sql`and u.user_name ilike ${keyword}`}
    ${only === undefined ? sql`` : sql`and u.user_id = ${only}`}`;
  const { rows } = await sql<ListedUser>`
    select u.user_id as "userId", u.user_name as "userName", u.role, u.disabled,
      u.group_id as "groupId", g.name as "groupName" ${USERS} ${where}
    order by lower(u.user_name), u.user_id
    limit ${sql.lit(limit)} offset ${sql.lit(offset)}`.execute(db);
  const counted = await sql<{ total: number }>`select count(*) as total ${USERS} ${where}`.execute(
    db,
  );
  return { users: rows, total: counted.rows[0]!.total };
}
