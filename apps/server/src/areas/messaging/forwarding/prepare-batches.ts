/** Creates or resumes a batch for every customer with records to send and no open batch. */
import type { Context } from '../../../context.ts';
import { customersToServe } from './forward-queue-queries.ts';
import { makeBatch } from './make-batch.ts';

/** Returns false if the batch of a customer could not be created and must be retried. */
export async function prepareBatches(ctx: Context): Promise<boolean> {
  let isDone = true;
  for (const customerId of await customersToServe(ctx.database.db, ctx.clock.now())) {
    try {
      await makeBatch(ctx, customerId);
    } catch (error) {
      // A failure of one customer must not block the others.
      isDone = false;
      ctx.log.error({ err: error, customerId }, 'a batch could not be created');
    }
  }
  return isDone;
}
