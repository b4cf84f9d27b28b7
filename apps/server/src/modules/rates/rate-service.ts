/** The customer's tariffs, as every screen that offers a choice of them needs. */
import { formatLocal } from '@busbar/domain/calendar';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../caller.ts';
import type { Context } from '../../context.ts';
import { findGroup } from '../groups/group-repository.ts';
import { listRates, type Rate } from './rate-repository.ts';

/** Tariffs belong to the customer; a group that is named must be one the caller sees. */
export async function findRates(
  ctx: Context,
  caller: Caller,
  groupId?: string | number,
): Promise<Outcome<Rate[]>> {
  const { db } = ctx.database;
  if (groupId !== undefined && (await findGroup(db, caller, groupId)) === undefined) {
    return refused('group-unknown', 'groupId');
  }
  const today = formatLocal(ctx.clock.now(), caller.zone).slice(0, 10);
  return done(await listRates(db, caller.customerId, today));
}
