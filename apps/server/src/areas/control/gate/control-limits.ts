/**
 * Rate limits for operating breakers, so that a stolen session cannot black out a site. Operations
 * are counted from the commands in the database, so that restarts and additional processes do not
 * reset the count. Commands of a batch command that was confirmed by password do not count.
 */
import type { Refusal } from '@busbar/domain/refusal';
import { groupShareLimit } from '@busbar/domain/switch/control-pace';
import type { Actor } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import type { ControlTarget } from '../commands/control-target-queries.ts';
import { groupSize, lockGroupsOf, type OperationCounts } from './gate-queries.ts';

/** Factor by which the users of a group together may exceed the limit of a single user. */
const GROUP_FACTOR = 2;

/**
 * Serializes user commands for breakers of one group up to the end of the transaction, or two users
 * could both become the twentieth. Locked after the user and the devices (`lockForOrder`).
 */
export async function lockGroups(
  ctx: Context,
  trx: Executor,
  { customerId, userId }: Actor,
  deviceIds: readonly number[],
): Promise<void> {
  if (userId === null || !isGroupBounded(ctx)) return;
  await lockGroupsOf(trx, customerId, deviceIds);
}

/**
 * Without a group share a group is limited by its users; two users at once can only exceed a low
 * limit.
 */
const isGroupBounded = ({ config }: Context): boolean =>
  config.controlGroupPercent < 100 || config.controlPerMinute <= 100;

export function isTooSoon(ctx: Context, { sinceLastMs }: OperationCounts): boolean {
  return sinceLastMs !== undefined && sinceLastMs < ctx.config.controlGapS * 1000;
}

/**
 * Returns the reason why the password must be given again; null if it is not required. `further`
 * commands of the same group are submitted together with this one.
 */
export async function overLimit(
  ctx: Context,
  executor: Executor,
  target: Pick<ControlTarget, 'customerId' | 'groupId'>,
  counts: OperationCounts,
  further: number,
): Promise<Refusal | null> {
  const { controlGroupPercent: percent } = ctx.config;
  if (isOverPace(ctx, counts, further)) return 'step-up-required';
  const moved = counts.movedInGroup + further + 1;
  // The group's devices are counted only if the size of the group can matter.
  if (moved <= groupShareLimit(0, percent)) return null;
  const size = await groupSize(executor, target);
  return moved > groupShareLimit(size, percent) ? 'group-share-exceeded' : null;
}

/**
 * True if this exceeds the limit per minute without the password, of a user or of the users of a
 * group.
 */
export function isOverPace(
  { config: { controlPerMinute: limit } }: Context,
  { ofUser, ofGroup }: OperationCounts,
  further = 0,
): boolean {
  return ofUser + further >= limit || ofGroup + further >= limit * GROUP_FACTOR;
}
