/**
 * User and group in the body of a v1 call are claims, not proof (docs/promises.md D11): they must
 * be the caller's own user and a group within the caller's scope.
 */
import { type Refused, refused } from '@busbar/domain/refusal';
import { recordForbidden } from '../../areas/control/gate/forbidden-attempt.ts';
import { findGroup } from '../../areas/fleet/groups/group-queries.ts';
import { parseId } from '../../areas/shared/identifier.ts';
import type { Caller } from '../../caller.ts';
import type { Context } from '../../context.ts';

export interface Claims {
  readonly userId?: string | number | undefined;
  readonly groupId?: string | number | undefined;
}

/** Returns the refusal of a claim that is not the caller's; undefined if the claims are valid. */
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

interface ControlBody extends Claims {
  readonly devId?: string | number | undefined;
  readonly data?: unknown;
}

/**
 * Checks the claims of a call that controls a device; `source` is the name of the call. A refused
 * attempt is recorded in the operation log (docs/promises.md C9).
 */
export async function foreignControl(
  ctx: Context,
  caller: Caller,
  source: string,
  body: ControlBody,
): Promise<Refused | undefined> {
  const foreign = await foreignClaim(ctx, caller, body);
  if (foreign === undefined) return undefined;
  await recordForbidden(ctx, caller, {
    source,
    refusal: foreign.refusal,
    command: (body.data as { readonly switch?: unknown } | undefined)?.switch,
    device: body.devId,
    commandId: undefined,
  });
  return foreign;
}
