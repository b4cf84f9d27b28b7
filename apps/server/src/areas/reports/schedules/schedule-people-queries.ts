/** Recipients of a scheduled report, and the devices visible to both owner and recipient. */
import { sql } from 'kysely';
import type { Scope } from '../../../caller.ts';
import type { Executor } from '../../../storage/database.ts';
import { isCounted } from '../../shared/counted-device-queries.ts';
import { holds } from '../../shared/rights/permission-queries.ts';

export interface Person {
  readonly id: number;
  readonly name: string;
  readonly groupId: number;
  /** Groups from the root down to the user's own. */
  readonly path: readonly number[];
  readonly mailAddress: string;
  /** Permissions to read data and to create reports; a custom role may lack both. */
  readonly mayRead: boolean;
  readonly mayReport: boolean;
  readonly language: string;
  /** IANA zone of the user, or else of the customer. */
  readonly zone: string;
}

/** The customer's users with active accounts; `only` restricts the result to these users. */
export async function listPeople(
  db: Executor,
  customerId: number,
  only?: readonly number[],
): Promise<Person[]> {
  const { rows } = await sql<Person>`
    select u.user_id as id, u.user_name as name, u.group_id as "groupId", g.path,
      coalesce(p.mail_address, '') as "mailAddress", coalesce(p.language, 'en') as language,
      coalesce(nullif(p.zone, ''), z.iana_name) as zone, ${holds('u', 'data.read')} as "mayRead",
      ${holds('u', 'report.make')} as "mayReport"
    from user_account u
    join customer c on c.customer_id = u.customer_id
    join zone z on z.zone_id = c.zone_id
    join user_group g on g.customer_id = u.customer_id and g.group_id = u.group_id
    left join notification_profile p on p.customer_id = u.customer_id and p.user_id = u.user_id
    where u.customer_id = ${customerId} and not u.disabled and u.role <> 'platform'
      ${only === undefined ? sql`` : sql`and u.user_id = any(${[...only]}::int4[])`}
    order by u.user_name, u.user_id`.execute(db);
  return rows;
}

/** Users can see users of their own group and its subgroups. */
export function isInGroup({ groupId }: Pick<Scope, 'groupId'>, person: Person): boolean {
  return person.path.includes(groupId);
}

interface GroupPlace {
  readonly groupId: number;
  readonly path: readonly number[];
}

/**
 * Returns the group of a schedule as currently visible to its owner; undefined if it is no longer
 * within the owner's scope.
 */
export async function groupOfSchedule(
  db: Executor,
  customerId: number,
  owner: Person,
  groupId: number | null,
): Promise<GroupPlace | undefined> {
  if (groupId === null || groupId === owner.groupId) return owner;
  const { rows } = await sql<GroupPlace>`
    select group_id as "groupId", path from user_group
    where customer_id = ${customerId} and group_id = ${groupId} and deleted_at is null
      and path @> array[${owner.groupId}::integer]`.execute(db);
  return rows[0];
}

/** The part of a group that both can see: the group itself, or the subgroup the person is in. */
export function sharedGroup(group: GroupPlace, person: GroupPlace): number | undefined {
  if (group.path.includes(person.groupId)) return group.groupId;
  return person.path.includes(group.groupId) ? person.groupId : undefined;
}

/**
 * Returns those of the named devices that are active and in the group or its subgroups; if `named`
 * is null, at most one device of the group.
 */
export async function devicesInGroup(
  db: Executor,
  customerId: number,
  groupId: number,
  named: readonly number[] | null,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select d.device_id as id
    from device d
    join user_group g on g.customer_id = d.customer_id and g.group_id = d.group_id
    where d.customer_id = ${customerId} and d.deleted_at is null
      and g.path @> array[${groupId}::integer] and ${isCounted('d')}
      ${named === null ? sql`` : sql`and d.device_id = any(${[...named]}::int4[])`}
    order by d.device_id ${named === null ? sql`limit 1` : sql``}`.execute(db);
  return rows.map(({ id }) => id);
}
