/**
 * The caller's own second factor: set up with the password, enabled by the first valid code.
 * Disabling it and replacing recovery codes require the password and a code, so that a stolen
 * session or a known password is not enough. Recovery codes are shown once and stored as hashes.
 */
import {
  base32,
  KEY_BYTES,
  otpauthUri,
  RECOVERY_CODES,
  readRecoveryCode,
} from '@busbar/domain/access/one-time-code';
import { disableRefusal } from '@busbar/domain/access/second-factor-rule';
import { LOG_MODULES, type LogCommand } from '@busbar/domain/audit/log-terms';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { readableSecret } from '../../shared/installation/stored-secret-files.ts';
import { lockSealing } from '../../shared/installation/stored-secret-queries.ts';
import { writeLog } from '../../shared/operation-log/write-log.ts';
import { codeOfUser } from '../guessing/throttle-buckets.ts';
import { clearPlaces } from '../guessing/throttle-queries.ts';
import { guess } from '../passwords/guess.ts';
import { confirmPassword } from '../passwords/password-service.ts';
import { deleteOtherSessions } from '../sessions/session-queries.ts';
import { publishEnded } from '../sessions/session-service.ts';
import { type BothFactors, withBothFactors } from './both-factors.ts';
import { checkCodeOfKey, hashOfRecoveryCode, sameKeyAs, sealFactorKey } from './check-code.ts';
import {
  beginFactor,
  confirmFactor,
  countRecoveryCodes,
  deleteFactor,
  findSecondFactor,
  isFactorRequired,
  lockSignIns,
  replaceRecoveryCodes,
} from './second-factor-queries.ts';

const ISSUER = 'Busbar';

export interface FactorState {
  /** Null if disabled. */
  readonly since: number | null;
  readonly recoveryCodesLeft: number;
}

export async function readFactorState(ctx: Context, caller: Caller): Promise<FactorState> {
  const { db } = ctx.database;
  const factor = await findSecondFactor(db, caller);
  const recoveryCodesLeft = await countRecoveryCodes(db, caller);
  return { since: factor?.confirmedAt ?? null, recoveryCodesLeft };
}

export interface BegunFactor {
  /** For an authenticator that cannot scan a QR code. */
  readonly key: string;
  readonly uri: string;
}

export async function beginSecondFactor(
  ctx: Context,
  caller: Caller,
  password: string,
): Promise<Outcome<BegunFactor>> {
  const confirmed = await confirmPassword(ctx, caller, password);
  if (!confirmed.ok) return confirmed;
  const secret = ctx.random.bytes(KEY_BYTES);
  const isBegun = await ctx.database.transaction(async (trx) => {
    await lockSealing(trx);
    return beginFactor(trx, caller, sealFactorKey(ctx, caller, secret), ctx.clock.now());
  });
  if (!isBegun) return refused('second-factor-on');
  const key = base32(secret);
  return done({ key, uri: otpauthUri(ISSUER, caller.userName, key) });
}

/**
 * Returns the recovery codes. Ends the user's other sessions, because they were opened with the
 * password alone.
 */
export async function confirmSecondFactor(
  ctx: Context,
  caller: Caller,
  code: string,
): Promise<Outcome<string[]>> {
  const factor = await findSecondFactor(ctx.database.db, caller);
  if (factor === undefined) return refused('second-factor-off');
  if (factor.confirmedAt !== null) return refused('second-factor-on');
  const now = ctx.clock.now();
  const place = codeOfUser(caller.customerId, caller.userId);
  const ended: Buffer[] = [];
  const outcome = await guess<string[]>(ctx, {
    places: [place],
    validate: () => checkCodeOfKey(ctx, caller, factor.secret, code, now),
    wrong: refused('code-wrong', 'code'),
    right: () =>
      ctx.database.transaction(async (trx) => {
        await lockSealing(trx);
        await clearPlaces(trx, [place]);
        await lockSignIns(trx, caller);
        const checked = await sameKeyAs(ctx, trx, caller, factor.secret);
        // Another page of the user may have begun with another key after the code was checked.
        if (checked === undefined || !(await confirmFactor(trx, caller, checked, now))) {
          return refused('code-wrong', 'code');
        }
        ended.push(...(await deleteOtherSessions(trx, caller)));
        await log(ctx, trx, caller, 'second factor on');
        return done(await createRecoveryCodes(ctx, trx, caller));
      }),
  });
  if (outcome.ok) publishEnded(ctx, ended);
  return outcome;
}

export function newRecoveryCodes(
  ctx: Context,
  caller: Caller,
  entered: BothFactors,
): Promise<Outcome<string[]>> {
  return withBothFactors(ctx, caller, entered, {
    reason: async () => undefined,
    carryOut: async (trx) => {
      await log(ctx, trx, caller, 'new recovery codes');
      return done(await createRecoveryCodes(ctx, trx, caller));
    },
  });
}

export function removeOwnSecondFactor(
  ctx: Context,
  caller: Caller,
  entered: BothFactors,
): Promise<Outcome<undefined>> {
  return withBothFactors(ctx, caller, entered, {
    reason: async (db) => disableRefusal(caller, await isFactorRequired(db, caller.customerId)),
    carryOut: async (trx) => {
      await deleteFactor(trx, caller);
      await log(ctx, trx, caller, 'second factor off');
      return done(undefined);
    },
  });
}

async function createRecoveryCodes(ctx: Context, trx: Executor, caller: Caller): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => readableSecret(ctx.random, 3));
  const hashes = codes.map((code) => hashOfRecoveryCode(readRecoveryCode(code)!));
  await replaceRecoveryCodes(trx, caller, hashes);
  return codes;
}

const log = (ctx: Context, trx: Executor, caller: Caller, command: LogCommand): Promise<void> =>
  writeLog(trx, caller, {
    at: ctx.clock.now(),
    module: LOG_MODULES.users,
    command,
    detail: { user: { id: caller.userId, name: caller.userName } },
  });
