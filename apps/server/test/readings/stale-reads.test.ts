/** Charts that may read from a replica (docs/adr/0060). */
import { expect, it } from 'vitest';
import { findHistory } from '../../src/areas/telemetry/readings/history-service.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { createTenant } from '../support/factories/tenant.ts';
import { callerOf } from '../support/factories/tenant-users.ts';
import { fixture } from '../support/fixture.ts';
import { TEST_NOW } from '../support/manual-clock.ts';
import { testContext } from '../support/test-context.ts';

const DAY = 86_400_000;

describeWithDatabase('a history', (database) => {
  const tenant = fixture(() => createTenant(database, { label: 'stale', now: TEST_NOW }));

  async function staleReads(days: number, sample: number | undefined): Promise<number> {
    let count = 0;
    const ctx = testContext({
      ...database,
      db: database.db,
      readStale(work) {
        count += 1;
        return database.readStale(work);
      },
    });
    const { ok } = await findHistory(ctx, callerOf(tenant, 'viewer'), {
      device: tenant.deviceId,
      group: undefined,
      table: 'measurement',
      columns: ['voltage_a_v'],
      from: TEST_NOW - days * DAY,
      to: TEST_NOW,
      page: 1,
      pageSize: 100,
      sample,
    });
    expect(ok).toBe(true);
    return count;
  }

  it.each([
    ['a chart of a month', 30, 500, 1],
    ['a chart of two days', 2, 500, 1],
    ['a chart of a day, whose newest reading is awaited', 1, 500, 0],
    ['a page of readings', 30, undefined, 0],
  ])('as %s reads from the replica or not', async (_name, days, sample, expected) => {
    expect(await staleReads(days, sample)).toBe(expected);
  });
});
