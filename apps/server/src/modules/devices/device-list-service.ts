/** Device lists and counts of a group and what is below (part 1, sections 2, 3, 7 and 9). */
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Caller, Scope } from '../../caller.ts';
import type { Context } from '../../context.ts';
import { findGroup } from '../groups/group-repository.ts';
import {
  countByPresence,
  countDevices,
  type DeviceFilter,
  type DeviceSort,
  listDevices,
  type PresenceCount,
} from './device-list-repository.ts';
import type { DeviceSummary } from './device-summary.ts';

export const MOST_ROWS = 100_000;

export interface DeviceQuery extends DeviceFilter {
  /** Absent: the caller's own group. */
  readonly groupId?: string | number | undefined;
  /** From 1. */
  readonly page: number;
  readonly pageSize: number;
  readonly sort?: DeviceSort | undefined;
  readonly descending?: boolean | undefined;
}

export interface DeviceList {
  readonly devices: readonly DeviceSummary[];
  readonly total: number;
  readonly page: number;
  readonly pageSize: number;
}

/** The scope narrowed to a group the caller sees; `group-unknown` for any other. */
export async function scopeOfGroup(
  ctx: Context,
  caller: Caller,
  groupId: string | number | undefined,
): Promise<Outcome<Scope>> {
  if (groupId === undefined) return done(caller);
  const group = await findGroup(ctx.database.db, caller, groupId);
  if (group === undefined) return refused('group-unknown', 'groupId');
  return done({ customerId: caller.customerId, groupId: group.groupId });
}

export async function findDevices(
  ctx: Context,
  caller: Caller,
  query: DeviceQuery,
): Promise<Outcome<DeviceList>> {
  const scope = await scopeOfGroup(ctx, caller, query.groupId);
  if (!scope.ok) return scope;
  const { db } = ctx.database;
  const now = ctx.clock.now();
  const page = Math.max(1, query.page);
  const pageSize = Math.min(Math.max(1, query.pageSize), MOST_ROWS);
  const offset = (page - 1) * pageSize;
  const devices = await listDevices(
    db,
    scope.value,
    query,
    { offset, limit: pageSize, sort: query.sort ?? 'name', descending: query.descending ?? false },
    now,
  );
  // A page that is not full tells the total by itself.
  const isLast = devices.length < pageSize && (devices.length > 0 || page === 1);
  const total = isLast ? offset + devices.length : await countDevices(db, scope.value, query, now);
  return done({ devices, total, page, pageSize });
}

export async function countPresence(
  ctx: Context,
  caller: Caller,
  groupId?: string | number,
): Promise<Outcome<PresenceCount>> {
  const scope = await scopeOfGroup(ctx, caller, groupId);
  if (!scope.ok) return scope;
  return done(await countByPresence(ctx.database.db, scope.value, ctx.clock.now()));
}
