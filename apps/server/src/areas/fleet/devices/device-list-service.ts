/**
 * Lists and counts the devices of a group and its subgroups (docs/specification/devices.md 3 and
 * 5.4, docs/specification/dashboard.md 4.3).
 */
import type { DeviceSort } from '@busbar/contract/v2/fleet/devices';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Caller, Scope } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { findGroup } from '../groups/group-queries.ts';
import {
  countByPresence,
  countDevices,
  type DeviceFilter,
  type DevicePage,
  LONG_PAGE,
  listDevices,
  type PresenceCount,
  sliceDevices,
} from './device-list-queries.ts';
import type { DeviceSummary } from './device-summary.ts';

export const MAX_ROWS = 100_000;

export interface DeviceQuery extends DeviceFilter {
  /** Group to list; defaults to the caller's own group. */
  readonly groupId?: string | number | undefined;
  /** Starts at 1. */
  readonly page: number;
  readonly pageSize: number;
  readonly sort?: DeviceSort | undefined;
  readonly descending?: boolean | undefined;
}

export interface DeviceList<Shown> {
  /** Slices of the page: one for a short page, none for an empty one. */
  readonly slices: readonly Shown[];
  readonly total: number;
  readonly page: number;
  readonly pageSize: number;
}

/** Narrows the scope to a group that the caller can see; refuses any other with `group-unknown`. */
export async function scopeOfGroup(
  ctx: Context,
  own: Scope,
  groupId: string | number | undefined,
): Promise<Outcome<Scope>> {
  if (groupId === undefined) return done(own);
  const group = await findGroup(ctx.database.db, own, groupId);
  if (group === undefined) return refused('group-unknown', 'groupId');
  return done({ customerId: own.customerId, groupId: group.groupId });
}

/**
 * Returns one page, with each slice transformed by `show`. A long page is transformed and released
 * while it is read: retaining 10,000 devices at once cost more in garbage collection than creating
 * them.
 */
export async function findDevices<Shown>(
  ctx: Context,
  caller: Caller,
  query: DeviceQuery,
  show: (devices: readonly DeviceSummary[]) => Shown,
): Promise<Outcome<DeviceList<Shown>>> {
  const scope = await scopeOfGroup(ctx, caller, query.groupId);
  if (!scope.ok) return scope;
  const now = ctx.clock.now();
  const page = Math.max(1, query.page);
  const pageSize = Math.min(Math.max(1, query.pageSize), MAX_ROWS);
  const offset = (page - 1) * pageSize;
  const { sort = 'device_name', descending = false } = query;
  const range = { offset, limit: pageSize, sort, descending };
  const slices: Shown[] = [];
  let count = 0;
  for await (const devices of slicesOf(ctx, scope.value, query, range, now)) {
    if (devices.length > 0) slices.push(show(devices));
    count += devices.length;
  }
  // A page that is not full is the last one, and the total follows from its length.
  const isLast = count < pageSize && (count > 0 || page === 1);
  const total = isLast
    ? offset + count
    : await countDevices(ctx.database.db, scope.value, query, now);
  return done({ slices, total, page, pageSize });
}

async function* slicesOf(
  ctx: Context,
  scope: Scope,
  filter: DeviceFilter,
  page: DevicePage,
  now: number,
): AsyncGenerator<DeviceSummary[]> {
  if (page.limit > LONG_PAGE) yield* sliceDevices(ctx.database, scope, filter, page, now);
  else yield await listDevices(ctx.database.db, scope, filter, page, now);
}

export async function countPresence(
  ctx: Context,
  own: Scope,
  groupId?: string | number,
): Promise<Outcome<PresenceCount>> {
  const scope = await scopeOfGroup(ctx, own, groupId);
  if (!scope.ok) return scope;
  return done(await countByPresence(ctx.database.db, scope.value, ctx.clock.now()));
}
