/** The outbox with the three ways out of it: the worker knows none of them. */
import type { Context } from '../../context.ts';
import { type Resolve, systemResolve } from '../shared/outbound/guarded-request.ts';
import { prepareBatches } from './forwarding/prepare-batches.ts';
import { webhookSender } from './forwarding/webhook-sender.ts';
import { mailSender } from './notifications/mail-sender.ts';
import { pushSender } from './notifications/push-sender.ts';
import { startOutbox } from './outbox/outbox-worker.ts';

/** The answer ends it. `resolve`: how names are looked up. */
export function startSenders(
  ctx: Context,
  resolve: Resolve = systemResolve,
): Promise<() => Promise<void>> {
  return startOutbox(ctx, {
    senders: { mail: mailSender, push: pushSender(resolve), webhook: webhookSender(resolve) },
    prepare: () => prepareBatches(ctx),
  });
}
