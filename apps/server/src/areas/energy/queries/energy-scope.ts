/**
 * The scope of an energy query: all devices of a group and its subgroups, those of a project, or
 * one device.
 */
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import { type RawBuilder, sql } from 'kysely';
import type { Caller, Scope } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { scopeOfGroup } from '../../fleet/devices/device-list-service.ts';
import { findDevice } from '../../fleet/devices/device-lookup.ts';
import { parseId } from '../../shared/identifier.ts';

export interface EnergyScope extends Scope {
  /** Defaults to all devices of the group and its subgroups, including devices deleted since. */
  readonly deviceId?: number;
  /**
   * Restricts the scope to devices currently in a lamp group or tower of this project, or of any
   * project.
   */
  readonly projectId?: number | 'any';
}

export interface EnergyOf {
  readonly group?: string | number | undefined;
  readonly device?: string | number | undefined;
  /** Used instead of a device; null means every project that the caller can see. */
  readonly project?: string | number | null | undefined;
}

export async function energyScope(
  ctx: Context,
  caller: Caller,
  of: EnergyOf,
): Promise<Outcome<EnergyScope>> {
  const group = await scopeOfGroup(ctx, caller, of.group);
  if (!group.ok) return group;
  const { customerId, groupId } = group.value;
  if (of.project === null) return done({ customerId, groupId, projectId: 'any' });
  if (of.project !== undefined) {
    const projectId = parseId(of.project);
    if (projectId === undefined || !(await isProjectVisible(ctx, group.value, projectId))) {
      return refused('not-found', 'project');
    }
    return done({ customerId, groupId, projectId });
  }
  if (of.device === undefined) return done({ customerId, groupId });
  const device = await findDevice(ctx.database.db, group.value, of.device);
  if (device === undefined) return refused('not-found', 'device');
  return done({ customerId, groupId, deviceId: device.deviceId });
}

async function isProjectVisible(
  ctx: Context,
  { customerId, groupId }: Scope,
  projectId: number,
): Promise<boolean> {
  const { rows } = await sql`select from project p
    join user_group g on g.customer_id = p.customer_id and g.group_id = p.group_id
    where p.customer_id = ${customerId} and p.project_id = ${projectId} and p.deleted_at is null
      and g.path @> array[${groupId}::integer]`.execute(ctx.database.db);
  return rows.length > 0;
}

/** SQL condition ` and …` that a device belongs to the scope's project; empty without a project. */
export function inProject(
  { customerId, groupId, projectId }: EnergyScope,
  device: RawBuilder<unknown>,
): RawBuilder<unknown> {
  if (projectId === undefined) return sql``;
  const isSeen = sql`exists (select from project p
    join user_group pg on pg.customer_id = p.customer_id and pg.group_id = p.group_id
    where p.customer_id = part.customer_id and p.project_id = part.project_id
      and p.deleted_at is null and pg.path @> array[${groupId}::integer])`;
  return sql`and exists (select from project_device part
    where part.customer_id = ${customerId} and part.device_id = ${device}
      and ${projectId === 'any' ? isSeen : sql`part.project_id = ${projectId}`})`;
}
