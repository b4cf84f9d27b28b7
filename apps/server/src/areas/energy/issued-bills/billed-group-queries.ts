/** Groups that bills are issued to, and what they come to in a period. */
import type { LocalDate } from '@busbar/domain/local-date';
import type { Amount } from '@busbar/domain/tariff/amount';
import { sql } from 'kysely';
import type { Scope } from '../../../caller.ts';
import type { Executor } from '../../../storage/database.ts';
import { sumOfFees } from '../settlement/fee-sum-queries.ts';

/** A group directly below the root group, now or when energy of the period was used. */
export interface Tenant {
  readonly groupId: number;
  readonly name: string;
  readonly isDeleted: boolean;
}

/** Lines and adjustments of a closed period with their tenant; null: used in the root group. */
const partsOf = (customerId: number, start: LocalDate) => sql`
  select group_path[2] as tenant, energy_wh as wh, amount from bill_line
  where customer_id = ${customerId} and start_day = ${start}::date
  union all
  select group_path[2], 0, amount from bill_adjustment
  where customer_id = ${customerId} and in_start_day = ${start}::date`;

/** Groups that have moved or were deleted are included if the period has anything of them to bill. */
export async function listTenants(db: Executor, root: Scope, start: LocalDate): Promise<Tenant[]> {
  const { rows } = await sql<Tenant>`
    select g.group_id as "groupId", g.name, g.deleted_at is not null as "isDeleted"
    from user_group g
    where g.customer_id = ${root.customerId}
      and ((g.parent_id = ${root.groupId} and g.deleted_at is null) or g.group_id in (
        select tenant from (${partsOf(root.customerId, start)}) part))
    order by g.name collate "C", g.group_id`.execute(db);
  return rows;
}

/** Name of a group, also of a deleted one; undefined for a group of another customer. */
export async function findGroupName(
  db: Executor,
  customerId: number,
  groupId: number,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('user_group')
    .where('customer_id', '=', customerId)
    .where('group_id', '=', groupId)
    .select('name')
    .executeTakeFirst();
  return row?.name;
}

export interface GroupAmount {
  readonly groupId: number;
  readonly energyWh: number;
  /** Lines and adjustments in minor units; null if energy has no price. */
  readonly subtotal: Amount;
}

/** Sums of the tenants; a tenant without lines and adjustments is absent. */
export async function sumTenants(
  db: Executor,
  customerId: number,
  start: LocalDate,
): Promise<GroupAmount[]> {
  const { rows } = await sql<GroupAmount>`
    select tenant as "groupId", sum(wh)::bigint as "energyWh",
      ${sumOfFees(sql`amount`)} as subtotal
    from (${partsOf(customerId, start)}) part
    where tenant is not null
    group by tenant`.execute(db);
  return rows;
}
