/** Checks a code of the user's second factor or a recovery code; each code is valid once. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import {
  codeOf,
  counterBytes,
  readCode,
  readRecoveryCode,
  spansAround,
} from '@busbar/domain/access/one-time-code';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { factorOf } from '../../shared/installation/sealed-columns.ts';
import { isSealed, secretsOf } from '../../shared/installation/sealed-secrets.ts';
import { sha256 } from '../../shared/secrets/session-secret.ts';
import type { SignInWay } from '../sessions/sign-in-log.ts';
import {
  findSecondFactor,
  takeRecoveryCode,
  takeSpan,
  type UserKey,
} from './second-factor-queries.ts';

export const wayOf = (typed: string): SignInWay =>
  readCode(typed) === undefined ? 'recovery-code' : 'code';

/** Returns the hash that is stored for a recovery code; its 74 random bits need no slow hash. */
export const hashOfRecoveryCode = (code: string): Buffer => sha256(`recovery code ${code}`);

const codeAt = (secret: Buffer, span: number): Buffer =>
  Buffer.from(codeOf(createHmac('sha1', secret).update(counterBytes(span)).digest()));

/** Returns the key in its stored form: encrypted if the installation has an encryption key. */
export function sealFactorKey({ config }: Context, user: UserKey, key: Buffer): Buffer {
  const secrets = secretsOf(config);
  if (secrets.keyId === undefined) return key;
  const row = factorOf(user.customerId, user.userId);
  return Buffer.from(secrets.seal(row, key.toString('base64')));
}

function openFactorKey({ config }: Context, user: UserKey, stored: Buffer): Buffer | undefined {
  const text = stored.toString('latin1');
  if (!isSealed(text)) return stored;
  const opened = secretsOf(config).open(factorOf(user.customerId, user.userId), text);
  return opened === undefined ? undefined : Buffer.from(opened, 'base64');
}

/**
 * Returns the stored form that the key of `stored` has now, or undefined if the user has another
 * key. A rotation of the installation's key changes the form.
 */
export async function sameKeyAs(
  ctx: Context,
  db: Executor,
  user: UserKey,
  stored: Buffer,
): Promise<Buffer | undefined> {
  const now = (await findSecondFactor(db, user))?.secret;
  if (now === undefined || now.equals(stored)) return now;
  const [key, keyNow] = [stored, now].map((form) => openFactorKey(ctx, user, form));
  return key !== undefined && keyNow?.equals(key) ? now : undefined;
}

/** Checks an authenticator code of this key only; `stored` is the key as it is stored. */
export async function checkCodeOfKey(
  ctx: Context,
  user: UserKey,
  stored: Buffer,
  typed: string,
  now: number,
): Promise<boolean> {
  const { db } = ctx.database;
  const code = readCode(typed);
  const key = openFactorKey(ctx, user, stored);
  if (code === undefined || key === undefined) return false;
  const given = Buffer.from(code);
  const span = spansAround(now).find((one) => timingSafeEqual(codeAt(key, one), given));
  if (span === undefined) return false;
  if (await takeSpan(db, user, stored, span)) return true;
  const form = await sameKeyAs(ctx, db, user, stored);
  return form !== undefined && !form.equals(stored) && takeSpan(db, user, form, span);
}

export async function checkCodeOrRecovery(
  ctx: Context,
  user: UserKey,
  typed: string,
  now: number,
): Promise<boolean> {
  const recovery = readRecoveryCode(typed);
  if (recovery === undefined) {
    const factor = await findSecondFactor(ctx.database.db, user);
    return factor !== undefined && checkCodeOfKey(ctx, user, factor.secret, typed, now);
  }
  return takeRecoveryCode(ctx.database.db, user, hashOfRecoveryCode(recovery), now);
}
