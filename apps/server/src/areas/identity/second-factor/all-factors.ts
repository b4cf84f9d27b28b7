/** Requires the password again and, if the user has a second factor, a code of it. */
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { clearPlaces } from '../guessing/throttle-queries.ts';
import { confirmPassword } from '../passwords/password-service.ts';
import { guessCode } from './guess-code.ts';
import { findSecondFactor } from './second-factor-queries.ts';

export interface ConfirmedFactors {
  readonly password: string;
  /** Code from the authenticator, or a recovery code; ignored without a second factor. */
  readonly code: string;
}

export async function confirmAllFactors(
  ctx: Context,
  caller: Caller,
  { password, code }: ConfirmedFactors,
): Promise<Outcome<true>> {
  const { db } = ctx.database;
  const confirmed = await confirmPassword(ctx, caller, password);
  if (!confirmed.ok) return confirmed;
  const factor = await findSecondFactor(db, caller);
  if (factor === undefined || factor.confirmedAt === null) return done(true);
  if (code.trim() === '') return refused('info-required', 'code');
  return guessCode(ctx, caller, code, async (place) => {
    await clearPlaces(db, [place]);
    return done(true);
  });
}
