/** A worker claims one report; the others remain for other workers. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { takeReport } from '../../src/areas/reports/tasks/report-queries.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { buildCustomer } from '../support/factories/customer.ts';
import { TEST_NOW } from '../support/manual-clock.ts';
import { testContext } from '../support/test-context.ts';

describeWithDatabase('a waiting report', (database) => {
  it('is claimed alone, although others of its customer and of another one wait', async () => {
    const ctx = testContext(database);
    const now = new Date(TEST_NOW);
    for (const { customerId, groupId } of [await buildCustomer(ctx), await buildCustomer(ctx)]) {
      for (const question of ['first', 'second', 'third']) {
        await sql`insert into report_task (customer_id, user_id, group_id, type, format, language,
            from_at, to_at, asked_from_at, asked_to_at, question, state, created_at)
          values (${customerId}, 1, ${groupId}, 'alarm', 'csv', 'en', ${now}, ${now}, ${now}, ${now},
            ${question}, 'waiting', ${now})`.execute(database.db);
      }
    }
    const task = await database.transaction((trx) => takeReport(trx, 'test', TEST_NOW, 1_000));
    const { rows } = await sql<{ id: number }>`
      select report_task_id as id from report_task where state = 'running'`.execute(database.db);
    expect(rows).toEqual([{ id: task!.id }]);
  });
});
