/**
 * User and group in the body of an old call are names, not proof (D11): they must be the caller's
 * own user and a group the caller sees.
 */
import { type Refused, refused } from '@busbar/domain/refusal';
import type { Caller } from '../caller.ts';
import type { Context } from '../context.ts';
import { findGroup } from '../modules/groups/group-repository.ts';
import { parseId } from '../modules/identifier.ts';

export interface Claims {
  readonly userId?: string | number | undefined;
  readonly groupId?: string | number | undefined;
}

/** The refusal of a claim that is not the caller's; undefined when all is well. */
export async function foreignClaim(
  ctx: Context,
  caller: Caller,
  { userId, groupId }: Claims,
): Promise<Refused | undefined> {
  if (userId !== undefined && parseId(userId) !== caller.userId) {
    return refused('forbidden', 'userId');
  }
  if (groupId === undefined) return undefined;
  const group = await findGroup(ctx.database.db, caller, groupId);
  return group === undefined ? refused('not-found', 'groupId') : undefined;
}
