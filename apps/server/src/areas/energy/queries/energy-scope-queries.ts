/** The scope of an energy query as an SQL condition. */
import { type RawBuilder, sql } from 'kysely';
import type { Scope } from '../../../caller.ts';
import type { Executor } from '../../../storage/database.ts';

export interface EnergyScope extends Scope {
  /** Defaults to all devices of the group and its subgroups, including devices deleted since. */
  readonly deviceId?: number;
  /** Restricts the scope to devices now in a lamp group or tower of this (or any) project. */
  readonly projectId?: number | 'any';
}

export async function isProjectVisible(
  db: Executor,
  { customerId, groupId }: Scope,
  projectId: number,
): Promise<boolean> {
  const { rows } = await sql`select 1 from project p
    join user_group g on g.customer_id = p.customer_id and g.group_id = p.group_id
    where p.customer_id = ${customerId} and p.project_id = ${projectId} and p.deleted_at is null
      and g.path @> array[${groupId}::integer]`.execute(db);
  return rows.length > 0;
}

/** SQL condition (` and …`) that restricts devices to the scope's project; empty without one. */
export function inProject(
  { customerId, groupId, projectId }: EnergyScope,
  device: RawBuilder<unknown>,
): RawBuilder<unknown> {
  if (projectId === undefined) return sql``;
  const isSeen = sql`exists (select 1 from project p
    join user_group pg on pg.customer_id = p.customer_id and pg.group_id = p.group_id
    where p.customer_id = ${customerId} and p.project_id = part.project_id
      and p.deleted_at is null and pg.path @> array[${groupId}::integer])`;
  return sql`and exists (select 1 from project_device part
    where part.customer_id = ${customerId} and part.device_id = ${device}
      and ${projectId === 'any' ? isSeen : sql`part.project_id = ${projectId}`})`;
}
