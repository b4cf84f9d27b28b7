/** A row written by one process wakes the job in another one, long before the job's regular run. */

import { LOG_MODULES, type LogCommand } from '@busbar/domain/audit/log-terms';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { saveRule } from '../../src/areas/alarms/alarm-rule-queries.ts';
import { platformActor } from '../../src/areas/control/timers/timer-table.ts';
import { insertOutbox } from '../../src/areas/messaging/outbox/outbox-queries.ts';
import { saveSetting } from '../../src/areas/platform/configuration/setting-queries.ts';
import { insertReport } from '../../src/areas/reports/tasks/report-queries.ts';
import { writeLog } from '../../src/areas/shared/operation-log/write-log.ts';
import { markDevice } from '../../src/areas/shared/table-writers/energy-flag-queries.ts';
import { markTableChanged } from '../../src/areas/shared/table-writers/timer-table-change-queries.ts';
import { systemClock } from '../../src/clock.ts';
import type { Context } from '../../src/context.ts';
import { startJobs } from '../../src/jobs/jobs.ts';
import { startProcessLink } from '../../src/realtime/process-link.ts';
import { type ScheduledJobs, scheduleJobs } from '../../src/schedule-jobs.ts';
import type { Database, Executor } from '../../src/storage/database.ts';
import { publishDueJobs, type WakeableJob } from '../../src/wake-job.ts';
import { describeWithDatabase, openTestDatabase } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { createTenant } from '../support/factories/tenant.ts';
import { fixture } from '../support/fixture.ts';
import { testContext } from '../support/test-context.ts';

/** Shorter than the interval of any job that can be woken. */
const SOON_MS = 15_000;

describeWithDatabase('jobs of two processes on one PostgreSQL', (database) => {
  const process = (on: Database, processId: string): Context => ({
    ...testContext(on),
    clock: systemClock,
    processId,
  });
  const here = fixture(async () => process(database, 'here'));
  const there = fixture(async () => process(await openTestDatabase(database.databaseUrl), 'there'));
  const tenant = fixture(() => createTenant(database, { label: 'woken', now: Date.now() }));

  const logIn = (executor: Executor, command: LogCommand) =>
    writeLog(executor, platformActor(tenant.customerId, tenant.groupId), {
      at: Date.now(),
      module: LOG_MODULES.timers,
      command,
      detail: {},
    });
  const waiting = async () => {
    const { rows } = await sql`select 1 from audit_unsealed`.execute(database.db);
    return rows.length;
  };

  /** Counts the runs of a job in the other process, not including the one at its start. */
  async function watched(name: WakeableJob): Promise<{ runs(): number } & ScheduledJobs> {
    let runs = 0;
    const jobs = await scheduleJobs(there, [
      {
        name,
        everyMs: 3_600_000,
        async run() {
          runs += 1;
        },
      },
    ]);
    return { ...jobs, runs: () => runs - 1 };
  }

  it('seal an audit entry in the other process', async () => {
    const stop = await startJobs(there);
    try {
      await eventually(waiting).toBe(0);
      await logIn(database.db, 'add timer');
      await eventually(waiting, SOON_MS).toBe(0);
    } finally {
      await stop();
    }
  });

  it('wake up even if their notification was lost with the listening connection', async () => {
    const job = await watched('audit-seals');
    try {
      const { rows } = await sql<{ pid: number }>`
        select pid, pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query like 'listen "busbar_jobs"%'`.execute(
        database.db,
      );
      expect(rows).toHaveLength(1);
      // No connection is listening at this point.
      await logIn(database.db, 'change timer');
      expect(job.runs()).toBe(0);
      await eventually(job.runs, SOON_MS).toBe(1);
    } finally {
      await job.stop();
    }
  });

  const WRITERS: readonly [WakeableJob, string, (trx: Executor) => Promise<unknown>][] = [
    ['audit-seals', 'an audit entry', (trx) => logIn(trx, 'delete timer')],
    [
      'settings',
      'a saved setting',
      (trx) => saveSetting(trx, 'maps', { value: {}, changedAt: Date.now() }),
    ],
    [
      'alarm-rules',
      'an alarm rule',
      (trx) =>
        saveRule(
          trx,
          {
            customerId: tenant.customerId,
            groupId: null,
            type: 'powerFactorLow' as never,
            inUse: true,
            limit: 0.8,
            clear: 0.85,
            delayS: 60,
            holdS: 60,
          },
          tenant.users.admin.userId,
          Date.now(),
        ),
    ],
    [
      'energy',
      'a device marked for energy processing',
      (trx) => markDevice(trx, tenant.customerId, tenant.deviceId),
    ],
    [
      'timer-tables',
      'a changed timer table',
      (trx) => markTableChanged(trx, { customerId: tenant.customerId, linkId: tenant.deviceId }),
    ],
    [
      'outbox',
      'an outbox item',
      (trx) =>
        insertOutbox(trx, [
          {
            customerId: tenant.customerId,
            channel: 'mail',
            userId: tenant.users.admin.userId,
            dedupeKey: `woken:${Math.random()}`,
            receiver: 'smtp',
            payload: {},
            dueAt: Date.now() + 3_600_000,
            now: Date.now(),
          },
        ]),
    ],
    [
      'reports',
      'a requested report',
      (trx) =>
        insertReport(trx, {
          customerId: tenant.customerId,
          userId: tenant.users.admin.userId,
          groupId: tenant.groupId,
          deviceIds: null,
          type: 'energy',
          format: 'csv',
          language: 'en',
          from: Date.now() - 86_400_000,
          to: Date.now(),
          requestedFrom: Date.now() - 86_400_000,
          requestedTo: Date.now(),
          question: 'woken',
          now: Date.now(),
        }),
    ],
  ];

  it.each(WRITERS)('%s is woken by %s on commit and not before', async (name, _what, write) => {
    const job = await watched(name);
    try {
      await database
        .transaction(async (trx) => {
          await write(trx);
          throw new Error('undone');
        })
        .catch(() => undefined);
      let runsBefore = -1;
      await database.transaction(async (trx) => {
        await write(trx);
        // A notification that is sent before the commit would have arrived by now.
        await sql`select pg_sleep(0.2)`.execute(trx);
        runsBefore = job.runs();
      });
      expect(runsBefore).toBe(0);
      await eventually(job.runs, SOON_MS).toBe(1);
    } finally {
      await job.stop();
    }
  });

  it('all wake up in a process whose wall clock is changed', async () => {
    const ctx = testContext(database);
    let runs = 0;
    const { stop } = await scheduleJobs(ctx, [
      {
        name: 'test',
        everyMs: 3_600_000,
        async run() {
          runs += 1;
        },
      },
    ]);
    try {
      await eventually(() => runs).toBe(1);
      ctx.clock.advance(10_000);
      expect(runs).toBe(1);
      ctx.clock.stepTo(ctx.clock.now() + 60_000);
      ctx.clock.advance(1_000);
      await eventually(() => runs).toBe(2);
    } finally {
      await stop();
    }
  });

  it('wake up on a bus event too, once for a burst of events', async () => {
    const links = [await startProcessLink(here), await startProcessLink(there)];
    const job = await watched('energy');
    try {
      // No event is sent until the processes know each other.
      await eventually(() => {
        publishDueJobs(here, ['energy']);
        return job.runs();
      }, SOON_MS).toBeGreaterThan(0);
      await new Promise((resolve) => setTimeout(resolve, 500));
      const before = job.runs();
      for (let i = 0; i < 1_000; i += 1) publishDueJobs(here, ['energy']);
      await eventually(job.runs, SOON_MS).toBe(before + 1);
    } finally {
      await job.stop();
      for (const end of links) await end();
    }
  });
});
