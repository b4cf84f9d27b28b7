/**
 * Delivers a batch to the customer's receiver with the current settings. Only the status of the
 * response matters. If a receiver has accepted nothing for a week, forwarding is suspended, which
 * is shown to administrators, so that an abandoned receiver does not fill the queue.
 */
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { secretsOf } from '../../shared/installation/sealed-secrets.ts';
import type { LookUp } from '../../shared/outbound/fair-lookups.ts';
import {
  guardedPost,
  type PostResult,
  type Resolve,
} from '../../shared/outbound/guarded-request.ts';
import { readTarget } from '../../shared/outbound/target-url.ts';
import type { OutboxItem } from '../outbox/outbox-queries.ts';
import type { Sender, SendResult } from '../outbox/sender.ts';
import { logDelivery } from './delivery-log-queries.ts';
import {
  type ForwardingRow,
  lockDeadBatch,
  lockOpenBatch,
  readForwarding,
  suspend,
} from './forwarding-queries.ts';
import type { BatchPayload } from './make-batch.ts';
import { signedHeaders } from './signature.ts';

const GIVEN_UP_AFTER_MS = 7 * 86_400_000;

export function webhookSender(lookUp: LookUp): Sender {
  return {
    async send(ctx, item, signal) {
      const payload = item.payload as BatchPayload;
      const settings = await readForwarding(
        ctx.database.db,
        secretsOf(ctx.config),
        item.customerId,
      );
      if (settings.enabled !== true) return { ok: false, blame: 'off' };
      const began = ctx.clock.monotonic();
      const resolve: Resolve = (name, until) => lookUp(item.customerId, name, until);
      const posted = await postBatch(ctx, settings, payload, item.attempts, resolve, signal);
      if (posted.error === 'stopped') return { ok: false, blame: 'stopped' };
      const at = ctx.clock.now();
      const tookMs = Math.round(ctx.clock.monotonic() - began);
      return {
        ok: posted.error === undefined,
        ...(posted.error === undefined ? {} : { error: posted.error, blame: 'later' as const }),
        settled: (trx) => settled(trx, { item, payload, posted, at, tookMs, settings }),
      } satisfies SendResult;
    },
  };
}

/**
 * `error` can also be a refusal of `readTarget`, because the rules may have changed since the
 * settings were saved.
 */
export interface BatchPosted extends Omit<PostResult, 'error'> {
  readonly error?: string;
}

export async function postBatch(
  ctx: Context,
  settings: ForwardingRow,
  { batchId, body }: Pick<BatchPayload, 'batchId' | 'body'>,
  attempt: number,
  resolve: Resolve,
  signal: AbortSignal,
): Promise<BatchPosted> {
  const rules = ctx.config.outbound;
  const target = readTarget(settings.url, rules, !settings.useHttps);
  if (!target.ok) return { status: null, error: target.refusal };
  // A batch without a signature is not sent, because the receiver could not verify its origin.
  if (settings.secret === null) return { status: null, error: 'secret-unreadable' };
  const headers = signedHeaders(settings.secret, batchId, attempt, ctx.clock.now(), body);
  return guardedPost({ url: target.value, headers, body, rules, resolve, signal });
}

interface Settled {
  readonly item: OutboxItem;
  readonly payload: BatchPayload;
  readonly posted: BatchPosted;
  readonly at: number;
  readonly tookMs: number;
  readonly settings: ForwardingRow;
}

async function settled(trx: Executor, sent: Settled): Promise<void> {
  const { item, payload, posted, at, tookMs, settings } = sent;
  await logDelivery(trx, item.customerId, {
    batchId: payload.batchId,
    at,
    attempt: item.attempts,
    records: payload.records,
    bytes: Buffer.byteLength(payload.body),
    status: posted.status,
    error: posted.error ?? null,
    tookMs,
  });
  if (posted.error === undefined) return;
  const goodUntil = Math.max(settings.lastSuccessAt ?? 0, settings.enabledAt ?? 0);
  if (at - goodUntil < GIVEN_UP_AFTER_MS) return;
  await suspend(trx, item.customerId, at);
  await lockOpenBatch(trx, item.customerId);
  // The batch may reach its retry limit at the same time; it must still be sent first when
  // forwarding is enabled again.
  await lockDeadBatch(trx, item.customerId, item.outboxId);
}
