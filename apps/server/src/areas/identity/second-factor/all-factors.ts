/** Requires the password again and, if the user has a second factor, a code of it. */
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { writeAccess } from '../../shared/operation-log/write-log.ts';
import { codeOfSignedIn, recoveryCodeOfUser } from '../guessing/throttle-buckets.ts';
import { clearPlaces } from '../guessing/throttle-queries.ts';
import { guess } from '../passwords/guess.ts';
import { confirmPassword } from '../passwords/password-service.ts';
import { checkCodeOrRecovery, wayOf } from './check-code.ts';
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
  const now = ctx.clock.now();
  const place =
    wayOf(code) === 'recovery-code'
      ? recoveryCodeOfUser(caller, caller.address)
      : codeOfSignedIn(caller.customerId, caller.userId);
  return guess<true>(ctx, {
    places: [place],
    validate: () => checkCodeOrRecovery(ctx, caller, code, now),
    wrong: refused('code-wrong', 'code'),
    noteWrong: () =>
      writeAccess(db, caller, {
        at: now,
        command: 'confirm code',
        status: 'refused:code-wrong',
        detail: {},
      }),
    right: async () => {
      await clearPlaces(db, [place]);
      return done(true);
    },
  });
}
