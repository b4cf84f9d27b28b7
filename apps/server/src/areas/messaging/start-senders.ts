/** Starts the outbox with its three channels; the worker depends on none of them. */
import type { Context } from '../../context.ts';
import { type Resolve, systemResolve } from '../shared/outbound/guarded-request.ts';
import { prepareBatches } from './forwarding/prepare-batches.ts';
import { webhookSender } from './forwarding/webhook-sender.ts';
import { mailSender } from './notifications/mail-sender.ts';
import { pushSender } from './notifications/push-sender.ts';
import { startOutbox } from './outbox/outbox-worker.ts';

/** Returns a function that stops the outbox. `resolve` performs the DNS lookups. */
export function startSenders(
  ctx: Context,
  resolve: Resolve = systemResolve,
): Promise<() => Promise<void>> {
  return startOutbox(ctx, {
    senders: { mail: mailSender, push: pushSender(resolve), webhook: webhookSender(resolve) },
    prepare: () => prepareBatches(ctx),
  });
}
