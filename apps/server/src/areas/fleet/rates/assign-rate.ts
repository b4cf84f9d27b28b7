/**
 * Assigns a tariff to many devices in one transaction, by the rules of a single device: it applies
 * from the customer's current day on, so that the fees of past days and closed bills do not change.
 */
import { createHash } from 'node:crypto';
import { startOfLocalDate } from '@busbar/domain/local-date';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { markDevices } from '../../shared/table-writers/energy-flag-queries.ts';
import { logDeviceChange, publishDeviceChange } from '../groups/device-changed.ts';
import { findGroup } from '../groups/group-queries.ts';
import { listRatedDevices, type RatedDevice, writeRateOfDevices } from './assign-rate-queries.ts';
import { todayOf } from './rate-service.ts';
import { findVisibleRate, lockVisibleRate } from './visible-rate-queries.ts';

export interface ChosenDevices {
  readonly codes: readonly string[];
  /** Groups with all devices in them and in their subgroups. */
  readonly groups: readonly (string | number)[];
}

export interface RateAssignment {
  readonly rateId: number;
  /** First day of the new tariff. */
  readonly startDay: string;
  readonly changing: readonly RatedDevice[];
  /** Number of chosen devices that have the tariff already. */
  readonly unchanged: number;
  /** Changes with the devices, their tariffs and the first day. */
  readonly token: string;
}

export function previewAssignment(
  ctx: Context,
  caller: Caller,
  idOfRate: string,
  chosen: ChosenDevices,
): Promise<Outcome<RateAssignment>> {
  return plan(ctx, ctx.database.db, caller, idOfRate, chosen, false);
}

/** `token` is that of the preview; the assignment is refused if the preview would differ now. */
export async function assignRate(
  ctx: Context,
  caller: Caller,
  idOfRate: string,
  chosen: ChosenDevices & { readonly token: string },
): Promise<Outcome<{ changed: number }>> {
  const { customerId, zone } = caller;
  const outcome = await ctx.database.transaction(async (trx): Promise<Outcome<RateAssignment>> => {
    const planned = await plan(ctx, trx, caller, idOfRate, chosen, true);
    if (!planned.ok) return planned;
    const { changing, rateId, startDay, token } = planned.value;
    if (token !== chosen.token) return refused('rate-choice-changed', 'token');
    const ids = changing.map(({ deviceId }) => deviceId);
    await writeRateOfDevices(trx, customerId, ids, rateId, startDay);
    await markDevices(trx, customerId, ids, startOfLocalDate(startDay, zone) + 1);
    for (const device of changing) {
      await logDeviceChange(ctx, trx, caller, 'update', device, { rateId });
    }
    return planned;
  });
  if (!outcome.ok) return outcome;
  const { changing } = outcome.value;
  for (const device of changing) publishDeviceChange(ctx, customerId, device, false);
  return done({ changed: changing.length });
}

async function plan(
  ctx: Context,
  trx: Executor,
  caller: Caller,
  idOfRate: string,
  { codes, groups }: ChosenDevices,
  hold: boolean,
): Promise<Outcome<RateAssignment>> {
  const rateId = hold
    ? await lockVisibleRate(trx, caller, idOfRate)
    : (await findVisibleRate(trx, caller, idOfRate))?.id;
  if (rateId === undefined) return refused('not-found', 'rate');
  const groupIds: number[] = [];
  for (const id of groups) {
    const group = await findGroup(trx, caller, id);
    if (group === undefined) return refused('group-unknown', 'groups');
    groupIds.push(group.groupId);
  }
  const found = await listRatedDevices(trx, caller, codes, groupIds, hold);
  const known = new Set(found.map(({ deviceCode }) => deviceCode));
  if (!codes.every((code) => known.has(code))) return refused('not-found', 'codes');
  if (found.some(({ simulated }) => simulated)) return refused('device-simulated', 'codes');
  const changing = found.filter((device) => device.rateId !== rateId);
  const startDay = todayOf(ctx, caller);
  const token = tokenOf([rateId, startDay, changing.map((one) => [one.deviceId, one.rateId])]);
  return done({ rateId, startDay, changing, unchanged: found.length - changing.length, token });
}

function tokenOf(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
