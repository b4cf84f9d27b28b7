/**
 * API keys of a customer: administrators create and revoke them and set their limits; each action
 * writes an audit event.
 */

import type { ApiScope } from '@busbar/domain/access/api-scope';
import type { KeyLimits } from '@busbar/domain/access/key-limit';
import { LOG_MODULES, type LogCommand } from '@busbar/domain/audit/log-terms';
import { pickSnakeCase } from '@busbar/domain/key-case';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import { randomId } from '../../../clock.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { parseId } from '../../shared/identifier.ts';
import { writeLog } from '../../shared/operation-log/write-log.ts';
import { plainText } from '../../shared/plain-text.ts';
import { lockRightsOf } from '../../shared/rights/caller-rights-queries.ts';
import { randomSecret, sha256 } from '../../shared/secrets/session-secret.ts';
import { passwordRefusal } from '../accounts/password-allowance-queries.ts';
import {
  countActiveKeys,
  insertKey,
  type KnownApiKey,
  lockActiveKey,
  markRevoked,
  updateLimits,
} from './api-key-queries.ts';

const LONGEST_LIFE_MS = 2 * 366 * 86_400_000;

/**
 * The provider does not report that a person has left, so a key of a user who can sign in only there
 * ends soon.
 */
const LONGEST_OF_PROVIDER_MS = 90 * 86_400_000;

const MAX_KEYS = 100;

/** Enough characters to distinguish keys, too few to help guess the rest. */
const SHOWN_LETTERS = 10;

export interface NewApiKey {
  readonly name: string;
  readonly scopes: readonly ApiScope[];
  /** Epoch ms; undefined if the value could not be parsed. */
  readonly expiresAt: number | undefined;
  /** Undefined means the installation's defaults, including later changes of them. */
  readonly perMinute: number | undefined;
  readonly perDay: number | null;
}

export interface CreatedApiKey {
  readonly id: number;
  /** The key is returned only once. */
  readonly key: string;
  readonly prefix: string;
  readonly expiresAt: number;
}

export async function addApiKey(
  ctx: Context,
  caller: Caller,
  { name: written, scopes, expiresAt, perMinute, perDay }: NewApiKey,
): Promise<Outcome<CreatedApiKey>> {
  const now = ctx.clock.now();
  const name = plainText(written);
  if (name === '') return refused('key-name-required', 'name');
  if (expiresAt === undefined || expiresAt <= now || expiresAt > now + LONGEST_LIFE_MS) {
    return refused('key-expiry-invalid', 'expiresAt');
  }
  if (isOverMax(ctx, perMinute)) return refused('key-limit-invalid', 'perMinute');
  const key = `bsk_${randomSecret(ctx.random)}`;
  const prefix = key.slice(0, SHOWN_LETTERS);
  const id = randomId(ctx.random);
  return ctx.database.transaction(async (trx) => {
    const lost = await lockRightsOf(trx, caller, now);
    if (lost !== undefined) return refused(lost);
    const isOfProvider = (await passwordRefusal(trx, caller)) !== undefined;
    if (isOfProvider && expiresAt > now + LONGEST_OF_PROVIDER_MS) {
      return refused('key-expiry-of-provider', 'expiresAt');
    }
    if ((await countActiveKeys(trx, caller.customerId, now)) >= MAX_KEYS) {
      return refused('quota-exceeded');
    }
    await insertKey(trx, caller, {
      keyHash: sha256(key),
      id,
      name,
      prefix,
      scopes: [...new Set(scopes)],
      expiresAt,
      perMinute: perMinute ?? null,
      perDay,
      now,
    });
    await log(trx, caller, now, 'add api key', {
      name,
      prefix,
      scopes,
      ...limitsInLog({ perMinute: perMinute ?? null, perDay }),
    });
    return done({ id, key, prefix, expiresAt });
  });
}

/** New limits apply from the next request on, in every process; the last minute still counts. */
export async function changeKeyLimits(
  ctx: Context,
  caller: Caller,
  id: string,
  limits: KeyLimits,
): Promise<Outcome<undefined>> {
  const now = ctx.clock.now();
  if (isOverMax(ctx, limits.perMinute)) return refused('key-limit-invalid', 'perMinute');
  const keyId = parseId(id) ?? -1;
  return ctx.database.transaction(async (trx) => {
    const lost = await lockRightsOf(trx, caller, now);
    if (lost !== undefined) return refused(lost);
    const key = await lockActiveKey(trx, caller, keyId, now);
    if (key === undefined) return refused('not-found');
    await updateLimits(trx, caller.customerId, keyId, limits);
    const { name, prefix } = key;
    const detail = { name, prefix, ...limitsInLog(limits), before: limitsInLog(key) };
    await log(trx, caller, now, 'change api key', detail);
    return done(undefined);
  });
}

const isOverMax = (ctx: Context, perMinute: number | undefined): boolean =>
  perMinute !== undefined && perMinute > ctx.config.apiKeyPerMinute.most;

const limitsInLog = (limits: Pick<KnownApiKey, 'perMinute' | 'perDay'>) =>
  pickSnakeCase(limits, 'perMinute', 'perDay');

export async function revokeApiKey(
  ctx: Context,
  caller: Caller,
  id: string,
): Promise<Outcome<undefined>> {
  const now = ctx.clock.now();
  return ctx.database.transaction(async (trx) => {
    const lost = await lockRightsOf(trx, caller, now);
    if (lost !== undefined) return refused(lost);
    const revoked = await markRevoked(trx, caller, parseId(id) ?? -1, now);
    if (revoked === undefined) return refused('not-found');
    await log(trx, caller, now, 'revoke api key', revoked);
    return done(undefined);
  });
}

const log = (
  trx: Executor,
  caller: Caller,
  at: number,
  command: LogCommand,
  detail: Readonly<Record<string, unknown>>,
) => writeLog(trx, caller, { at, module: LOG_MODULES.forwarding, command, detail });
