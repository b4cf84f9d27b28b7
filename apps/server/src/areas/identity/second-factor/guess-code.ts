/** One counted attempt of a signed-in user to enter a code of the second factor. */
import { type Outcome, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { writeAccess } from '../../shared/operation-log/write-log.ts';
import { codeOfSignedIn, recoveryCodeOfUser } from '../guessing/throttle-buckets.ts';
import type { Place } from '../guessing/throttle-queries.ts';
import { guess } from '../passwords/guess.ts';
import { checkCodeOrRecovery, wayOf } from './check-code.ts';

/**
 * Runs `right` with the bucket of the code, which it must clear. A wrong code is recorded in the
 * audit trail.
 */
export function guessCode<T>(
  ctx: Context,
  caller: Caller,
  code: string,
  right: (place: Place) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const now = ctx.clock.now();
  const place =
    wayOf(code) === 'recovery-code'
      ? recoveryCodeOfUser(caller, caller.address)
      : codeOfSignedIn(caller.customerId, caller.userId);
  return guess<T>(ctx, {
    places: [place],
    validate: () => checkCodeOrRecovery(ctx, caller, code, now),
    wrong: refused('code-wrong', 'code'),
    noteWrong: () =>
      writeAccess(ctx.database.db, caller, {
        at: now,
        command: 'confirm code',
        status: 'refused:code-wrong',
        detail: {},
      }),
    right: () => right(place),
  });
}
