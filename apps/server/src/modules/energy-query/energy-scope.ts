/** Whose energy is asked for: of every device of a group and below, of a project's, or of one device. */
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import { type RawBuilder, sql } from 'kysely';
import type { Caller, Scope } from '../../caller.ts';
import type { Context } from '../../context.ts';
import { scopeOfGroup } from '../devices/device-list-service.ts';
import { findDevice } from '../devices/device-lookup.ts';
import { findProject } from '../projects/project-repository.ts';

export interface EnergyScope extends Scope {
  /** Absent: every device of the group and below, those deleted since among them. */
  readonly deviceId?: number;
  /** Only devices that are in lamp groups of this project now. */
  readonly projectId?: number;
}

export interface EnergyOf {
  readonly group?: string | number | undefined;
  readonly device?: string | number | undefined;
  /** Instead of a device. */
  readonly project?: string | number | undefined;
}

export async function energyScope(
  ctx: Context,
  caller: Caller,
  of: EnergyOf,
): Promise<Outcome<EnergyScope>> {
  const group = await scopeOfGroup(ctx, caller, of.group);
  if (!group.ok) return group;
  const { customerId, groupId } = group.value;
  if (of.project !== undefined) {
    const project = await findProject(ctx.database.db, group.value, of.project);
    if (project === undefined) return refused('not-found', 'project');
    return done({ customerId, groupId, projectId: project.id });
  }
  if (of.device === undefined) return done({ customerId, groupId });
  const device = await findDevice(ctx.database.db, group.value, of.device);
  if (device === undefined) return refused('not-found', 'device');
  return done({ customerId, groupId, deviceId: device.deviceId });
}

/** ` and` the device of the column is in a lamp group of the scope's project; nothing without one. */
export function inProject(
  { customerId, projectId }: EnergyScope,
  device: RawBuilder<unknown>,
): RawBuilder<unknown> {
  if (projectId === undefined) return sql``;
  return sql`and exists (select from lamp_group of_project
    where of_project.customer_id = ${customerId} and of_project.device_id = ${device}
      and of_project.project_id = ${projectId} and of_project.deleted_at is null)`;
}
