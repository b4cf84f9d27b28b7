/** A finished report of a tenant's user, written straight into the table. */
import type { Database } from '../../src/storage/database.ts';

interface Owner {
  readonly label: string;
  readonly customerId: number;
  readonly groupId: number;
  readonly userId: number;
  readonly at: Date;
}

export async function giveReport(database: Database, owner: Owner): Promise<number> {
  const { reportId } = await database.db
    .insertInto('report_task')
    .values({
      customer_id: owner.customerId,
      user_id: owner.userId,
      group_id: owner.groupId,
      device_ids: null,
      type: 'energy',
      format: 'csv',
      language: 'en',
      from_at: owner.at,
      to_at: owner.at,
      asked_from_at: owner.at,
      asked_to_at: owner.at,
      question: `${owner.label}-question`,
      state: 'done',
      created_at: owner.at,
      ended_at: owner.at,
    })
    .returning('report_task_id as reportId')
    .executeTakeFirstOrThrow();
  return reportId;
}
