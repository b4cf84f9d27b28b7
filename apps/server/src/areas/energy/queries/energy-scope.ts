/** Energy query scope: all devices of a group and its subgroups, of a project, or one device. */
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Scope } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { scopeOfGroup } from '../../fleet/devices/device-list-service.ts';
import { findDevice } from '../../fleet/devices/device-lookup-queries.ts';
import { parseId } from '../../shared/identifier.ts';
import { type EnergyScope, isProjectVisible } from './energy-scope-queries.ts';

export interface EnergyOf {
  readonly group?: string | number | undefined;
  readonly device?: string | number | undefined;
  /** Used instead of a device; null means every project that the caller can see. */
  readonly project?: string | number | null | undefined;
}

export async function energyScope(
  ctx: Context,
  own: Scope,
  of: EnergyOf,
): Promise<Outcome<EnergyScope>> {
  const group = await scopeOfGroup(ctx, own, of.group);
  if (!group.ok) return group;
  const { customerId, groupId, rootGroupId } = group.value;
  if (of.project === null) return done({ customerId, groupId, projectId: 'any' });
  if (of.project !== undefined) {
    const projectId = parseId(of.project);
    if (
      projectId === undefined ||
      !(await isProjectVisible(ctx.database.db, group.value, projectId))
    ) {
      return refused('not-found', 'project');
    }
    return done({ customerId, groupId, projectId });
  }
  if (of.device === undefined) return done({ customerId, groupId, rootGroupId });
  const device = await findDevice(ctx.database.db, group.value, of.device);
  if (device === undefined) return refused('not-found', 'device');
  return done({ customerId, groupId, deviceId: device.deviceId });
}
