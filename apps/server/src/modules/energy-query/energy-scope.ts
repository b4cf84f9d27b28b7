/** Whose energy is asked for: of every device of a group and below, or of one device of it. */
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Caller, Scope } from '../../caller.ts';
import type { Context } from '../../context.ts';
import { scopeOfGroup } from '../devices/device-list-service.ts';
import { findDevice } from '../devices/device-lookup.ts';

export interface EnergyScope extends Scope {
  /** Absent: every device of the group and below, those deleted since among them. */
  readonly deviceId?: number;
}

export interface EnergyOf {
  readonly group?: string | number | undefined;
  readonly device?: string | number | undefined;
}

export async function energyScope(
  ctx: Context,
  caller: Caller,
  of: EnergyOf,
): Promise<Outcome<EnergyScope>> {
  const group = await scopeOfGroup(ctx, caller, of.group);
  if (!group.ok) return group;
  const { customerId, groupId } = group.value;
  if (of.device === undefined) return done({ customerId, groupId });
  const device = await findDevice(ctx.database.db, group.value, of.device);
  if (device === undefined) return refused('not-found', 'device');
  return done({ customerId, groupId, deviceId: device.deviceId });
}
