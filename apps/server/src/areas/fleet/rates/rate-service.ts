/** Lists the customer's tariffs as of today and returns one with all its versions. */
import { formatLocal } from '@busbar/domain/calendar';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import { byStart, hasBegun, versionOn } from '@busbar/domain/tariff/tariff-version';
import type { Caller, Scope } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { findGroup } from '../groups/group-queries.ts';
import { countDevicesOfRate } from './rate-queries.ts';
import { listVersions, type StoredVersion } from './rate-version-queries.ts';
import { findVisibleRate, listVisibleRates, type VisibleRate } from './visible-rate-queries.ts';

export interface Rate extends VisibleRate {
  /** The version in force today. */
  readonly current: StoredVersion;
  /** First day of the next version; null if there is none. */
  readonly nextStartDay: string | null;
}

export interface WholeRate extends Rate {
  /** All versions: future ones first, then in descending order of their start. */
  readonly versions: readonly (StoredVersion & { readonly state: VersionState })[];
  /** Number of devices with this tariff in the caller's group and its subgroups. */
  readonly devices: number;
}

export type VersionState = 'coming' | 'current' | 'past';

/** Returns the customer's current local day, `YYYY-MM-DD`. */
export function todayOf(ctx: Pick<Context, 'clock'>, caller: Pick<Caller, 'zone'>): string {
  return formatLocal(ctx.clock.now(), caller.zone).slice(0, 10);
}

/**
 * Returns the tariffs visible from the caller's group, or from the group in the request, which the
 * caller must be able to see.
 */
export async function findRates(
  ctx: Context,
  caller: Caller,
  groupId?: string | number,
): Promise<Outcome<Rate[]>> {
  const { db } = ctx.database;
  if (groupId !== undefined && (await findGroup(db, caller, groupId)) === undefined) {
    return refused('group-unknown', 'groupId');
  }
  const heads = await listVisibleRates(db, caller);
  const versions = await listVersions(db, caller.customerId);
  const today = todayOf(ctx, caller);
  return done(heads.map((head) => rateOf(head, versions.get(head.id) ?? [], today)));
}

export async function findRate(
  ctx: Context,
  caller: Caller,
  idOfRate: string | number,
): Promise<Outcome<WholeRate>> {
  const rate = await readRate(ctx.database.db, caller, idOfRate, todayOf(ctx, caller));
  return rate === undefined ? refused('not-found') : done(rate);
}

/** Returns undefined if no tariff with that id is visible from the caller's group. */
export async function readRate(
  db: Executor,
  scope: Scope,
  idOfRate: string | number,
  today: string,
): Promise<WholeRate | undefined> {
  const { customerId } = scope;
  const head = await findVisibleRate(db, scope, idOfRate);
  if (head === undefined) return undefined;
  const rateId = head.id;
  const versions = (await listVersions(db, customerId, rateId)).get(rateId) ?? [];
  const rate = rateOf(head, versions, today);
  const stateOf = (version: StoredVersion): VersionState => {
    if (version === rate.current) return 'current';
    return hasBegun(version, today) ? 'past' : 'coming';
  };
  return {
    ...rate,
    versions: [...versions].sort(byStart).map((one) => ({ ...one, state: stateOf(one) })),
    devices: await countDevicesOfRate(db, scope, rateId),
  };
}

function rateOf(head: VisibleRate, versions: readonly StoredVersion[], today: string): Rate {
  const coming = versions.filter((one) => !hasBegun(one, today)).sort(byStart);
  return {
    ...head,
    current: versionOn(versions, today),
    nextStartDay: coming.at(-1)?.startDay ?? null,
  };
}
