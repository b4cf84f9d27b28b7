/** Lets administrators change the forwarding settings; each change writes an audit event. */

import { LOG_MODULES, type LogCommand } from '@busbar/domain/audit/log-terms';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import { uuidV7 } from '../../../clock.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { parseId } from '../../shared/identifier.ts';
import { secretsOf } from '../../shared/installation/sealed-secrets.ts';
import { lockSealing } from '../../shared/installation/stored-secret-queries.ts';
import { writeLog } from '../../shared/operation-log/write-log.ts';
import type { Resolve } from '../../shared/outbound/guarded-request.ts';
import { lookUpName } from '../../shared/outbound/name-lookups.ts';
import { readTarget } from '../../shared/outbound/target-url.ts';
import { plainText } from '../../shared/plain-text.ts';
import { randomSecret } from '../../shared/secrets/session-secret.ts';
import { logDelivery } from './delivery-log-queries.ts';
import {
  claimTest,
  lockDeadBatch,
  lockForwarding,
  lockOpenBatch,
  readForwarding,
  writeForwarding,
  writeTarget,
} from './forwarding-queries.ts';
import { bodyText } from './make-batch.ts';
import { postBatch } from './webhook-sender.ts';

export interface ForwardingChange {
  readonly url?: string | undefined;
  readonly useHttps?: boolean | undefined;
  readonly usePlatformApi?: boolean | undefined;
  readonly enabled?: boolean | undefined;
  readonly rotateSecret?: boolean | undefined;
}

/** Returns the secret if a new one was created; it is returned only once. */
export async function changeForwarding(
  ctx: Context,
  caller: Caller,
  change: ForwardingChange,
): Promise<Outcome<{ readonly secret: string | null }>> {
  const now = ctx.clock.now();
  const { customerId } = caller;
  return ctx.database.transaction(async (trx) => {
    await lockSealing(trx);
    await lockForwarding(trx, customerId);
    const before = await readForwarding(trx, secretsOf(ctx.config), customerId);
    const target = {
      url: change.url === undefined ? before.url : plainText(change.url),
      useHttps: change.useHttps ?? before.useHttps,
      usePlatformApi: change.usePlatformApi ?? before.usePlatformApi,
    };
    const enabled = change.enabled ?? before.enabled ?? false;
    // The URL may be empty while forwarding is disabled. It must be valid if it is entered now or
    // used from now on; a URL stored earlier does not block other changes.
    const isGiven = change.url !== undefined || change.useHttps !== undefined;
    if ((isGiven && target.url !== '') || (enabled && (isGiven || before.enabled !== true))) {
      const read = readTarget(target.url, ctx.config.outbound, !target.useHttps);
      if (!read.ok) return refused(read.refusal, 'url');
    }
    const isNewSecret =
      change.rotateSecret === true ||
      (before.secret === null && (enabled || before.enabled !== null));
    const secret = isNewSecret ? `bws_${randomSecret(ctx.random)}` : before.secret;
    await writeTarget(trx, customerId, target);
    if (secret !== null) {
      const secretChangedAt = isNewSecret ? now : (before.secretChangedAt ?? now);
      const state = { enabled, secret, secretChangedAt };
      await writeForwarding(trx, secretsOf(ctx.config), customerId, state, now);
    }
    if (before.enabled === true && !enabled) await lockOpenBatch(trx, customerId);
    const detail = { ...target, enabled, ...(isNewSecret ? { newSecret: true } : {}) };
    await log(trx, caller, now, 'change forwarding', detail);
    return done({ secret: isNewSecret ? secret : null });
  });
}

export interface TestOutcome {
  readonly status: number | null;
  readonly error: string | null;
  readonly tookMs: number;
}

/** Posts one batch without records immediately; the attempt is written to the delivery log. */
export async function testForwarding(
  ctx: Context,
  caller: Caller,
  signal: AbortSignal,
): Promise<Outcome<TestOutcome>> {
  const now = ctx.clock.now();
  const { customerId } = caller;
  const settings = await readForwarding(ctx.database.db, secretsOf(ctx.config), customerId);
  if (settings.secret === null || settings.url === '') return refused('forwarding-off');
  if (!(await claimTest(ctx, customerId, now))) return refused('too-many-attempts');
  const batchId = uuidV7(ctx.clock, ctx.random);
  const body = bodyText(batchId, customerId, now, []);
  const began = ctx.clock.monotonic();
  const resolve: Resolve = (name, until) => lookUpName(customerId, name, until);
  const posted = await postBatch(ctx, settings, { batchId, body }, 1, resolve, signal);
  const tookMs = Math.round(ctx.clock.monotonic() - began);
  const outcome = { status: posted.status, error: posted.error ?? null, tookMs };
  await ctx.database.transaction((trx) =>
    logDelivery(trx, customerId, {
      ...outcome,
      batchId,
      at: ctx.clock.now(),
      attempt: 1,
      records: 0,
      bytes: Buffer.byteLength(body),
    }),
  );
  return done(outcome);
}

export async function replayDead(
  ctx: Context,
  caller: Caller,
  id: string,
): Promise<Outcome<undefined>> {
  const now = ctx.clock.now();
  return ctx.database.transaction(async (trx) => {
    await lockForwarding(trx, caller.customerId);
    const number = parseId(id) ?? -1;
    if (!(await lockDeadBatch(trx, caller.customerId, number))) return refused('not-found');
    await log(trx, caller, now, 'replay forwarding', { outbox: number });
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
