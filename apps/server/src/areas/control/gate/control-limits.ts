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

/** Factor by which all users of a group together may exceed the limit of a single user. */
const GROUP_FACTOR = 2;

/**
 * Serializes the commands of users for breakers of one group until the transaction ends; otherwise
 * two users could both issue the last permitted command. Locked after the user and the devices
 * (`lockForCommand`).
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
 * True if the limits of a group require a lock: without a group share only the rate limit of its
 * users applies, and two concurrent users can exceed only a low one.
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
  // The group's devices are counted only if its size can affect the result.
  if (moved <= groupShareLimit(0, percent)) return null;
  const size = await groupSize(executor, target);
  return moved > groupShareLimit(size, percent) ? 'group-share-exceeded' : null;
}

/**
 * Returns true if the command exceeds the limit per minute without the password, of its user or of
 * all users of the group.
 */
export function isOverPace(
  { config: { controlPerMinute: limit } }: Context,
  { ofUser, ofGroup }: OperationCounts,
  further = 0,
): boolean {
  return ofUser + further >= limit || ofGroup + further >= limit * GROUP_FACTOR;
}
