/** Is this a code of the user's second factor, or a recovery code? Each counts once. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import {
  codeOf,
  counterBytes,
  readCode,
  readRecoveryCode,
  spansAround,
} from '@busbar/domain/access/one-time-code';
import type { Executor } from '../../storage/database.ts';
import {
  findSecondFactor,
  takeRecoveryCode,
  takeSpan,
  type UserKey,
} from './second-factor-repository.ts';
import { sha256 } from './session-secret.ts';
import type { SignInWay } from './sign-in-log.ts';

export const wayOf = (typed: string): SignInWay =>
  readCode(typed) === undefined ? 'recovery-code' : 'code';

/** As it is stored: 74 random bits need no slow hash. */
export const hashOfRecoveryCode = (code: string): Buffer => sha256(`recovery code ${code}`);

const codeAt = (secret: Buffer, span: number): Buffer =>
  Buffer.from(codeOf(createHmac('sha1', secret).update(counterBytes(span)).digest()));

/** A code alone: what confirms a key that waits. */
export async function checkCode(
  db: Executor,
  user: UserKey,
  typed: string,
  now: number,
): Promise<boolean> {
  const code = readCode(typed);
  const factor = await findSecondFactor(db, user);
  if (code === undefined || factor === undefined) return false;
  const given = Buffer.from(code);
  const span = spansAround(now).find((one) => timingSafeEqual(codeAt(factor.secret, one), given));
  return span !== undefined && takeSpan(db, user, span);
}

export async function checkCodeOrRecovery(
  db: Executor,
  user: UserKey,
  typed: string,
  now: number,
): Promise<boolean> {
  const recovery = readRecoveryCode(typed);
  if (recovery === undefined) return checkCode(db, user, typed, now);
  return takeRecoveryCode(db, user, hashOfRecoveryCode(recovery), now);
}
