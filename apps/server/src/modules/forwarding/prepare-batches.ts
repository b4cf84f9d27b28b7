/** A batch for every customer who has something to send and nothing under way. */
import type { Context } from '../../context.ts';
import { customersToServe, makeBatch } from './make-batch.ts';

export async function prepareBatches(ctx: Context): Promise<void> {
  for (const customerId of await customersToServe(ctx.database.db)) {
    try {
      await makeBatch(ctx, customerId);
    } catch (error) {
      // One customer's trouble must not hold up the others; it is tried again at the next look.
      ctx.log.error({ err: error, customerId }, 'a batch could not be made');
    }
  }
}
