/**
 * The customer's setting that requires a second factor from administrators. It applies from each
 * administrator's next request on (`http/access/authorise.ts`); sockets are closed within a second
 * (`realtime/websocket.ts`).
 */

import { maySetRequirement, requirementRefusal } from '@busbar/domain/access/second-factor-rule';
import { LOG_MODULES } from '@busbar/domain/audit/log-terms';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { writeLog } from '../../shared/operation-log/write-log.ts';
import { lockRightsOf } from '../../shared/rights/caller-rights-queries.ts';
import {
  type Administrators,
  countAdministrators,
  findSecondFactor,
  isFactorRequired,
  updateRequirement,
} from './second-factor-queries.ts';

export interface FactorRequirement extends Administrators {
  readonly required: boolean;
  /** True if the caller has a second factor. */
  readonly own: boolean;
  /** True if the caller may change the setting. */
  readonly changeable: boolean;
}

export async function readFactorRequirement(
  ctx: Context,
  caller: Caller,
): Promise<FactorRequirement> {
  const { db } = ctx.database;
  return {
    required: await isFactorRequired(db, caller.customerId),
    ...(await countAdministrators(db, caller)),
    own: await hasConfirmed(db, caller),
    changeable: maySetRequirement(caller, caller.isInRootGroup === true),
  };
}

export function changeFactorRequirement(
  ctx: Context,
  caller: Caller,
  required: boolean,
): Promise<Outcome<undefined>> {
  const { customerId } = caller;
  return ctx.database.transaction(async (trx): Promise<Outcome<undefined>> => {
    // The lock prevents a user from turning off a second factor while it becomes required.
    const lost = await lockRightsOf(trx, caller, ctx.clock.now());
    if (lost !== undefined) return refused(lost);
    const refusal = requirementRefusal(caller, {
      inRoot: caller.isInRootGroup === true,
      hasFactor: await hasConfirmed(trx, caller),
    });
    if (refusal !== undefined) return refused(refusal);
    if ((await isFactorRequired(trx, customerId)) === required) return done(undefined);
    await updateRequirement(trx, customerId, required);
    await writeLog(trx, caller, {
      at: ctx.clock.now(),
      module: LOG_MODULES.users,
      command: required ? 'require second factor' : 'stop requiring second factor',
      detail: { ...(await countAdministrators(trx, caller)) },
    });
    return done(undefined);
  });
}

async function hasConfirmed(db: Executor, caller: Caller): Promise<boolean> {
  const factor = await findSecondFactor(db, caller);
  return factor !== undefined && factor.confirmedAt !== null;
}
