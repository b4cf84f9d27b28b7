/**
 * What the server does by the clock. A job is a row here; it runs once at the start of a process
 * with the worker's role and then at its interval, never twice at a time. Running twice at the
 * same instant leaves the database as running once.
 */
import { publishAll } from '../bus.ts';
import type { Context } from '../context.ts';
import { endExpiredSessions } from '../modules/access/session-service.ts';
import { keepTimedAlarms } from '../modules/alarms/offline-alarms.ts';
import { exportHeads } from '../modules/audit/export-heads.ts';
import { sealEntries } from '../modules/audit/seal-entries.ts';
import { settle } from '../modules/billing/settle.ts';
import { forgetImports } from '../modules/device-import/preview-files.ts';
import { forgetDeviceHistory } from '../modules/device-information/forget-history.ts';
import { dropOldQuarters, finishEnergyDays, runEnergy } from '../modules/energy/run-energy.ts';
import { runGroupOrders } from '../modules/group-control/group-order-turns.ts';
import { foldHours } from '../modules/hours/fold-hours.ts';
import { runLampChecks } from '../modules/lamp-checks/run-lamp-checks.ts';
import { sendDigests } from '../modules/notifications/digest.ts';
import { tellDue } from '../modules/notifications/due-notices.ts';
import { expandNews } from '../modules/notifications/expand-news.ts';
import { beat } from '../modules/operations/heartbeat.ts';
import { forgetOld } from '../modules/outbox/forget-old.ts';
import { fallenSilent } from '../modules/presence/silence.ts';
import { spreadAllTimers } from '../modules/projects/project-timer-spread.ts';
import { runTemplateSteps } from '../modules/protection-templates/run-steps.ts';
import { forgetMessageDays, tellMessageQuotas } from '../modules/registration/message-quota.ts';
import { forgetReports } from '../modules/reports/forget-reports.ts';
import { runReportSchedules } from '../modules/reports/run-schedules.ts';
import { forgetCheckpoints } from '../modules/retention/forget-checkpoints.ts';
import { forgetOldRows } from '../modules/retention/forget-rows.ts';
import { dropOldQuarterHours, thinReadings } from '../modules/retention/thin-readings.ts';
import { runDueTimers } from '../modules/timers/due-timers.ts';
import { forgetOldRuns } from '../modules/timers/forget-runs.ts';
import { sendWaitingTables } from '../modules/timers/timer-table.ts';
import { decideTowers } from '../modules/towers/tower-work.ts';
import { forgetOldInvitations } from '../modules/users/accept-invitation.ts';
import { ensurePartitionsAround } from '../storage/partitions.ts';

export interface Job {
  readonly name: string;
  readonly everyMs: number;
  /** `since`: the `now` of the run before, or of the start; epoch ms. */
  run(ctx: Context, since: number, now: number): Promise<void>;
}

export const JOBS: readonly Job[] = [
  {
    name: 'heartbeat',
    everyMs: 10_000,
    run: (ctx) => beat(ctx),
  },
  {
    // A month ahead there are always two; a process that sleeps over a month end still finds one.
    name: 'partitions',
    everyMs: 6 * 3_600_000,
    async run(ctx, _since, now) {
      const made = await ensurePartitionsAround(ctx.database, now);
      if (made.length > 0) ctx.log.info({ made }, 'partitions made');
    },
  },
  {
    name: 'presence',
    everyMs: 5_000,
    async run(ctx, since, now) {
      publishAll(ctx.bus, await fallenSilent(ctx.database.db, since, now));
    },
  },
  {
    // Devices that are not heard any more, pauses whose minutes are over.
    name: 'timed-alarms',
    everyMs: 5_000,
    run: (ctx) => keepTimedAlarms(ctx),
  },
  {
    // Sockets and waiting orders of a session that ran out end like those of one that was ended.
    name: 'sessions',
    everyMs: 30_000,
    async run(ctx) {
      await endExpiredSessions(ctx);
      await forgetOldInvitations(ctx);
    },
  },
  {
    // Marks of 80 and 100 per cent of a day's messages.
    name: 'message-quota',
    everyMs: 60_000,
    async run(ctx, _since, now) {
      await tellMessageQuotas(ctx, now);
      await forgetMessageDays(ctx, now);
    },
  },
  {
    // Turns are at least a second apart where they start loads; looked for often, taken in time.
    name: 'group-orders',
    everyMs: 250,
    run: (ctx) => runGroupOrders(ctx),
  },
  {
    name: 'template-steps',
    everyMs: 500,
    run: (ctx) => runTemplateSteps(ctx),
  },
  {
    name: 'timers',
    everyMs: 1_000,
    run: (ctx) => runDueTimers(ctx),
  },
  {
    // Devices that were moved or taken away without their project; the sun's next day.
    name: 'project-timers',
    everyMs: 60_000,
    run: (ctx) => spreadAllTimers(ctx),
  },
  {
    name: 'old-timer-runs',
    everyMs: 24 * 3_600_000,
    run: (ctx) => forgetOldRuns(ctx),
  },
  {
    // Tables of timers that could not be brought to their devices when they were changed.
    name: 'timer-tables',
    everyMs: 2_000,
    run: (ctx) => sendWaitingTables(ctx),
  },
  {
    // A reading is looked at within a second of being heard.
    name: 'towers',
    everyMs: 1_000,
    run: (ctx) => decideTowers(ctx),
  },
  {
    // Days become final over hours; a bill is in no hurry.
    name: 'settlement',
    everyMs: 300_000,
    run: (ctx) => settle(ctx),
  },
  {
    name: 'energy',
    everyMs: 2_000,
    run: (ctx) => runEnergy(ctx),
  },
  {
    name: 'energy-days',
    everyMs: 60_000,
    run: (ctx) => finishEnergyDays(ctx),
  },
  {
    name: 'energy-quarters',
    everyMs: 6 * 3_600_000,
    run: (ctx) => dropOldQuarters(ctx),
  },
  {
    name: 'notifications',
    everyMs: 250,
    async run(ctx) {
      await expandNews(ctx);
      await tellDue(ctx);
    },
  },
  {
    // Looked for often, so that a check time is kept to the second and a request is seen at once.
    name: 'lamp-checks',
    everyMs: 2_000,
    async run(ctx) {
      await runLampChecks(ctx);
    },
  },
  {
    name: 'digests',
    everyMs: 30_000,
    run: (ctx) => sendDigests(ctx),
  },
  {
    // A quarter of the time at most, for as long as there is something to thin.
    name: 'thinning',
    everyMs: 20_000,
    run: (ctx) => thinReadings(ctx),
  },
  {
    name: 'hours',
    everyMs: 20_000,
    run: (ctx) => foldHours(ctx),
  },
  {
    name: 'old-rows',
    everyMs: 600_000,
    async run(ctx) {
      await forgetOldRows(ctx);
      await forgetCheckpoints(ctx);
      await dropOldQuarterHours(ctx);
    },
  },
  {
    name: 'old-messages',
    everyMs: 3_600_000,
    run: (ctx) => forgetOld(ctx),
  },
  {
    name: 'report-schedules',
    everyMs: 1_000,
    run: (ctx) => runReportSchedules(ctx),
  },
  {
    name: 'old-reports',
    everyMs: 60_000,
    run: (ctx) => forgetReports(ctx),
  },
  {
    name: 'old-imports',
    everyMs: 60_000,
    run: (ctx) => forgetImports(ctx),
  },
  {
    name: 'old-connections',
    everyMs: 3_600_000,
    async run(ctx) {
      await forgetDeviceHistory(ctx);
    },
  },
  {
    name: 'audit-seals',
    everyMs: 1_000,
    async run(ctx) {
      await sealEntries(ctx);
    },
  },
  {
    name: 'audit-heads',
    everyMs: 3_600_000,
    run: (ctx) => exportHeads(ctx),
  },
];

/** Answers how to stop; resolves when what runs has ended. */
export function startJobs(ctx: Context): () => Promise<void> {
  const running = new Set<Promise<void>>();
  const stops = JOBS.map((job) => {
    let since = ctx.clock.now();
    let busy = false;
    const runOnce = (): void => {
      if (busy) return;
      busy = true;
      const now = ctx.clock.now();
      const run = job
        .run(ctx, since, now)
        .then(
          () => {
            since = now;
          },
          (error: unknown) => ctx.log.warn({ err: error, job: job.name }, 'a job failed'),
        )
        .finally(() => {
          busy = false;
          running.delete(run);
        });
      running.add(run);
    };
    runOnce();
    return ctx.clock.every(job.everyMs, runOnce);
  });
  return async () => {
    for (const stop of stops) stop();
    await Promise.all(running);
  };
}
