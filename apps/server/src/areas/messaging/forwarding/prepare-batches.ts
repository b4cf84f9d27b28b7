/** A batch for every customer who has something to send and nothing under way. */
import type { Context } from '../../../context.ts';
import { customersToServe, makeBatch } from './make-batch.ts';

/** False when one of them could not be made: it is to be tried again. */
export async function prepareBatches(ctx: Context): Promise<boolean> {
  let isDone = true;
  for (const customerId of await customersToServe(ctx.database.db)) {
    try {
      await makeBatch(ctx, customerId);
    } catch (error) {
      // One customer's trouble must not hold up the others.
      isDone = false;
      ctx.log.error({ err: error, customerId }, 'a batch could not be made');
    }
  }
  return isDone;
}
