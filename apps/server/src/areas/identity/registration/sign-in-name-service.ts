/**
 * Answers an applicant whether a sign-in name is free, before the form is sent. It reveals as much as
 * a refused registration, so both are counted in the same bucket (docs/adr/0036).
 */
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Context } from '../../../context.ts';
import { plainText } from '../../shared/plain-text.ts';
import {
  accountKey,
  isForbiddenAccount,
  isWellFormedAccountName,
} from '../accounts/account-key.ts';
import { isAccountTaken } from '../accounts/account-queries.ts';
import { REGISTRATION_OF_ADDRESS } from '../guessing/throttle.ts';
import { registrationOfAddress } from '../guessing/throttle-buckets.ts';
import { charge } from '../passwords/guess.ts';

/** Attempts per address that checks leave for registrations. */
const LEFT_FOR_REGISTRATIONS = 10;

export async function isSignInNameFree(
  ctx: Context,
  name: string,
  clientAddress: string,
): Promise<Outcome<boolean>> {
  const account = plainText(name);
  if (!isWellFormedAccountName(account)) return refused('account-name-invalid', 'account');
  const { bucket } = registrationOfAddress(clientAddress);
  const failures = REGISTRATION_OF_ADDRESS.failures - LEFT_FOR_REGISTRATIONS;
  const place = { bucket, limit: { ...REGISTRATION_OF_ADDRESS, failures } };
  if (!(await charge(ctx, [place]))) return refused('too-many-attempts');
  const { db } = ctx.database;
  const isTaken = await isAccountTaken(db, accountKey(account));
  return done(!(isTaken || isForbiddenAccount(account)));
}
