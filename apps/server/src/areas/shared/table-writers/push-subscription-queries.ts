/** Removes the push subscriptions of a user's browsers. */
import type { Executor } from '../../../storage/database.ts';

/** To be called when all sessions of the user end: a signed-out browser receives no alarms. */
export async function removeSubscriptionsOfUser(
  trx: Executor,
  customerId: number,
  userId: number,
): Promise<void> {
  await trx
    .deleteFrom('push_subscription')
    .where('customer_id', '=', customerId)
    .where('user_id', '=', userId)
    .execute();
}
