/** Starts the outbox with its three channels; the worker depends on none of them. */
import type { Context } from '../../context.ts';
import type { LookUp } from '../shared/outbound/fair-lookups.ts';
import { lookUpName } from '../shared/outbound/name-lookups.ts';
import { prepareBatches } from './forwarding/prepare-batches.ts';
import { webhookSender } from './forwarding/webhook-sender.ts';
import { mailSender } from './notifications/mail-sender.ts';
import { pushSender } from './notifications/push-sender.ts';
import { startOutbox } from './outbox/outbox-worker.ts';

/** Returns a function that stops the outbox. */
export function startSenders(
  ctx: Context,
  lookUp: LookUp = lookUpName,
): Promise<() => Promise<void>> {
  return startOutbox(ctx, {
    senders: { mail: mailSender, push: pushSender(lookUp), webhook: webhookSender(lookUp) },
    prepare: () => prepareBatches(ctx),
  });
}
