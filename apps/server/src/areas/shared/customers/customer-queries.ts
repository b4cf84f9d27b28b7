/** Languages that the users of a customer may choose. */

import type { NotificationLanguage } from '@busbar/domain/notification/channel';
import type { Executor } from '../../../storage/database.ts';

export async function languagesOf(
  db: Executor,
  customerId: number,
): Promise<readonly NotificationLanguage[]> {
  const { languages } = await db
    .selectFrom('customer')
    .where('customer_id', '=', customerId)
    .select('languages')
    .executeTakeFirstOrThrow();
  return languages;
}

export async function limitsOf(db: Executor, customerId: number) {
  return db
    .selectFrom('customer')
    .select(['most_devices as devices', 'most_users as users'])
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
}
