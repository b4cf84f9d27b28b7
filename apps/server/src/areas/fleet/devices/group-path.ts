import type { Executor } from '../../../storage/database.ts';

/**
 * Returns the groups from the root to the device's own group, or undefined if the device no longer
 * exists.
 */
export async function groupPathOf(
  executor: Executor,
  customerId: number,
  deviceId: number,
): Promise<readonly number[] | undefined> {
  const row = await executor
    .selectFrom('device as d')
    .innerJoin('user_group as g', (join) =>
      join.onRef('g.customer_id', '=', 'd.customer_id').onRef('g.group_id', '=', 'd.group_id'),
    )
    .select('g.path')
    .where('d.customer_id', '=', customerId)
    .where('d.device_id', '=', deviceId)
    .where('d.deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.path;
}
