/** Groups that bills are issued to, and what they come to in a period. */
import type { Amount } from '@busbar/domain/tariff/amount';
import { sql } from 'kysely';
import type { Scope } from '../../../caller.ts';
import type { Executor } from '../../../storage/database.ts';
import { adjustmentsInScope, type BilledPeriod, linesInScope } from '../billing/bill-queries.ts';
import { sumOfFees } from '../settlement/fee-sum-queries.ts';

export interface BilledGroup {
  readonly groupId: number;
  readonly name: string;
  /** Own id and those of all ancestors, root first. */
  readonly path: readonly number[];
  readonly isDeleted: boolean;
}

/**
 * The groups directly below the root group, and one group by its id if it is given. Deleted groups
 * are included: their energy of earlier periods is still to be billed.
 */
export async function listBilledGroups(
  db: Executor,
  root: Scope,
  groupId?: number,
): Promise<BilledGroup[]> {
  const { rows } = await sql<BilledGroup>`
    select group_id as "groupId", name, path, deleted_at is not null as "isDeleted"
    from user_group
    where customer_id = ${root.customerId}
      and ${groupId === undefined ? sql`parent_id = ${root.groupId}` : sql`group_id = ${groupId}`}
    order by name collate "C", group_id`.execute(db);
  return rows;
}

export interface GroupAmount {
  readonly groupId: number;
  readonly energyWh: number;
  /** Lines and adjustments in minor units; null if energy has no price. */
  readonly subtotal: Amount;
}

/** Sums of the groups; a group without lines and adjustments is absent. */
export async function sumBilledGroups(
  db: Executor,
  groups: readonly Scope[],
  period: BilledPeriod,
): Promise<GroupAmount[]> {
  const sums: GroupAmount[] = [];
  for (const group of groups) {
    const { rows } = await sql<Omit<GroupAmount, 'groupId'> & { parts: number }>`
      select coalesce(sum(wh), 0)::bigint as "energyWh", ${sumOfFees(sql`amount`)} as subtotal,
        count(*) as parts
      from (
        (select line.energy_wh as wh, line.amount ${linesInScope(group, period)})
        union all
        (select 0 as wh, a.amount ${adjustmentsInScope(group, period.start)})
      ) part`.execute(db);
    const { parts, ...sum } = rows[0]!;
    if (parts > 0) sums.push({ groupId: group.groupId, ...sum });
  }
  return sums;
}
