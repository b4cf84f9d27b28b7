/** Every job, run twice at the same instant, leaves the database as if it had run once. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { JOBS } from '../../src/jobs/jobs.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { createTenant } from '../support/factories/tenant.ts';
import { fingerprint } from '../support/fingerprint.ts';
import { testContext } from '../support/test-context.ts';

describeWithDatabase('jobs', (database) => {
  it.each(JOBS.map((job) => [job.name, job] as const))('%s is idempotent', async (_, job) => {
    const ctx = testContext(database, {}, Date.now());
    const tenant = await createTenant(database, { label: job.name, now: ctx.clock.now() });
    const state = async () => {
      const { rows } = await sql<{ name: string }>`
        select relname as name from pg_class
        where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
        order by 1`.execute(database.db);
      return [await fingerprint(database, tenant.customerId), rows];
    };
    const now = ctx.clock.now();
    await job.run(ctx, { since: now - job.everyMs, now, stop: new AbortController().signal });
    const once = await state();
    await job.run(ctx, { since: now - job.everyMs, now, stop: new AbortController().signal });
    expect(await state()).toEqual(once);
  });
});
