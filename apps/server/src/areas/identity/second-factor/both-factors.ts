/**
 * Requires the password and a code again before the second factor is turned off or its recovery
 * codes are replaced.
 */
import { type Outcome, type Refusal, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { lockRightsOf } from '../../shared/rights/caller-rights-queries.ts';
import { clearPlaces } from '../guessing/throttle-queries.ts';
import { confirmPassword } from '../passwords/password-service.ts';
import { guessCode } from './guess-code.ts';
import { findSecondFactor } from './second-factor-queries.ts';

export interface BothFactors {
  readonly password: string;
  /** Code from the authenticator, or a recovery code. */
  readonly code: string;
}

interface Step<T> {
  /**
   * Returns the reason to refuse the action even with the right password and code. It is checked
   * before the code is used, and again in the transaction.
   */
  readonly reason: (db: Executor) => Promise<Refusal | undefined>;
  readonly carryOut: (trx: Executor) => Promise<Outcome<T>>;
}

export async function withBothFactors<T>(
  ctx: Context,
  caller: Caller,
  { password, code }: BothFactors,
  { reason, carryOut }: Step<T>,
): Promise<Outcome<T>> {
  const { db } = ctx.database;
  const confirmed = await confirmPassword(ctx, caller, password);
  if (!confirmed.ok) return confirmed;
  const reasonNow = async (executor: Executor): Promise<Refusal | undefined> => {
    const factor = await findSecondFactor(executor, caller);
    const isOn = factor !== undefined && factor.confirmedAt !== null;
    return (await reason(executor)) ?? (isOn ? undefined : 'second-factor-off');
  };
  const before = await reasonNow(db);
  if (before !== undefined) return refused(before);
  return guessCode(ctx, caller, code, (place) =>
    ctx.database.transaction(async (trx) => {
      await clearPlaces(trx, [place]);
      const lost = await lockRightsOf(trx, caller, ctx.clock.now());
      if (lost !== undefined) return refused(lost);
      const after = await reasonNow(trx);
      return after === undefined ? carryOut(trx) : refused(after);
    }),
  );
}
