/**
 * The scheduled jobs of the server. Each job has an entry here; it runs once at the start of a
 * process with the worker role, then when it is woken, at the time it requested and at its interval
 * (docs/adr/0026). Running twice at the same instant leaves the database in the same state as
 * running once.
 */

import {
  nextTimedAlarm,
  updateTimedAlarms,
  wakeTimedAlarms,
} from '../areas/alarms/offline-alarms.ts';
import { runBatchCommands } from '../areas/control/batch/run-batch-commands.ts';
import { customersWithBatches } from '../areas/control/batch/step-queries.ts';
import { runTemplateSteps } from '../areas/control/templates/run-steps.ts';
import { customersWithRuns } from '../areas/control/templates/step-queries.ts';
import { nextTimerAt } from '../areas/control/timers/due-timer-queries.ts';
import { runDueTimers } from '../areas/control/timers/due-timers.ts';
import { purgeOldRuns } from '../areas/control/timers/purge-runs.ts';
import { sendWaitingTables } from '../areas/control/timers/timer-table.ts';
import { isTableWaiting } from '../areas/control/timers/timer-table-queries.ts';
import { settle } from '../areas/energy/billing/settle.ts';
import { dropOldQuarters, finishEnergyDays, runEnergy } from '../areas/energy/ledger/run-energy.ts';
import { purgeDeviceHistory } from '../areas/fleet/device-information/purge-history.ts';
import { exportHeads } from '../areas/identity/audit/export-heads.ts';
import { sealEntries } from '../areas/identity/audit/seal-entries.ts';
import { notifyMessageQuotas } from '../areas/identity/registration/message-quota.ts';
import { purgeMessageDays } from '../areas/identity/registration/message-quota-queries.ts';
import { endExpiredSessions } from '../areas/identity/sessions/session-service.ts';
import { purgeOldAttempts } from '../areas/identity/single-sign-on/attempt-queries.ts';
import { purgeOldLogouts } from '../areas/identity/single-sign-on/logout/logout-queries.ts';
import { sendResetLinks } from '../areas/identity/users/forgotten-service.ts';
import { purgeOldInvitations } from '../areas/identity/users/invitation-queries.ts';
import { fanOutAlarmEvents } from '../areas/messaging/fan-out-alarm-events.ts';
import { sendDigests } from '../areas/messaging/notifications/digest.ts';
import { sendDueNotifications } from '../areas/messaging/notifications/due-notices.ts';
import { nextNoticeAt } from '../areas/messaging/notifications/due-queries.ts';
import { purgeOld } from '../areas/messaging/outbox/purge-queries.ts';
import { purgeImports } from '../areas/onboarding/device-import/preview-files.ts';
import { recordHeartbeat } from '../areas/platform/operations/heartbeat-queries.ts';
import { purgeCheckpoints } from '../areas/platform/retention/purge-checkpoints.ts';
import { purgeOldRows } from '../areas/platform/retention/purge-rows.ts';
import {
  dropOldAnswers,
  dropOldQuarterHours,
  thinReadings,
} from '../areas/platform/retention/thin-readings.ts';
import { purgeReports } from '../areas/reports/purge-reports.ts';
import { runReportSchedules } from '../areas/reports/schedules/run-schedules.ts';
import { nextScheduleAt } from '../areas/reports/schedules/schedule-queries.ts';
import { nextCheckAt } from '../areas/sites/lamp-checks/due-check-queries.ts';
import { runLampChecks } from '../areas/sites/lamp-checks/run-lamp-checks.ts';
import { spreadAllTimers } from '../areas/sites/projects/project-timer-spread.ts';
import { readTowerWakes, wakeTowers } from '../areas/sites/towers/tower-wakes.ts';
import { decideTowers } from '../areas/sites/towers/tower-work.ts';
import { foldHours } from '../areas/telemetry/hours/fold-hours.ts';
import { wakePresence } from '../areas/telemetry/presence/offline.ts';
import { findNewlyOffline, nextOffline } from '../areas/telemetry/presence/offline-queries.ts';
import { publishAll } from '../bus.ts';
import type { Context } from '../context.ts';
import { scheduleJobs } from '../schedule-jobs.ts';
import { type Job, nextRunAt, nextRunIn, runWhenDue } from '../scheduled-job.ts';
import { ensurePartitionsAround } from '../storage/partitions.ts';

/** Regular interval of jobs that are otherwise woken, in case a wake-up was lost. */
const SAFETY_MS = 30_000;
/** Interval between the steps of unfinished work. */
const STEP_MS = {
  groupOrders: 250,
  templates: 500,
  tables: 2_000,
  notices: 250,
  upkeep: 15_000,
} as const;

export const JOBS: readonly Job[] = [
  {
    name: 'heartbeat',
    everyMs: 10_000,
    run: (ctx) => recordHeartbeat(ctx),
  },
  {
    // Partitions exist for two months ahead, so a process that is suspended over a month end still
    // finds one.
    name: 'partitions',
    everyMs: 6 * 3_600_000,
    async run(ctx, { now }) {
      const created = await ensurePartitionsAround(ctx.database, now);
      if (created.length > 0) ctx.log.info({ created }, 'partitions created');
    },
  },
  {
    name: 'presence',
    everyMs: SAFETY_MS,
    gapMs: 5_000,
    wokenBy: wakePresence,
    async run(ctx, { since, now }) {
      const { db } = ctx.database;
      publishAll(ctx.bus, await findNewlyOffline(db, since, now));
      return nextRunAt(ctx, await nextOffline(db, now));
    },
  },
  {
    // Raises and ends time-driven alarms: those of offline devices, and those about an event
    // without an end event, such as a group's pause.
    name: 'timed-alarms',
    everyMs: SAFETY_MS,
    gapMs: 1_000,
    wokenBy: wakeTimedAlarms,
    async run(ctx) {
      const isMore = await updateTimedAlarms(ctx);
      return nextRunAt(ctx, isMore ? ctx.clock.now() : await nextTimedAlarm(ctx));
    },
  },
  {
    // Expired sessions close their sockets and cancel their pending commands, like ended sessions.
    name: 'sessions',
    everyMs: 30_000,
    async run(ctx) {
      await endExpiredSessions(ctx);
      await purgeOldInvitations(ctx);
      await purgeOldAttempts(ctx);
      await purgeOldLogouts(ctx);
    },
  },
  {
    name: 'password-links',
    everyMs: SAFETY_MS,
    run: (ctx) => sendResetLinks(ctx),
  },
  {
    // Sends notifications at 80 and 100 percent of a day's message quota.
    name: 'message-quota',
    everyMs: 60_000,
    async run(ctx, { now }) {
      await notifyMessageQuotas(ctx, now);
      await purgeMessageDays(ctx, now);
    },
  },
  {
    // Batch steps that start loads are at least a second apart; frequent polling runs them on time.
    name: 'group-orders',
    everyMs: SAFETY_MS,
    async run(ctx) {
      const open = await customersWithBatches(ctx.database.db);
      if (open.length === 0) return undefined;
      await runBatchCommands(ctx);
      return ctx.clock.now() + STEP_MS.groupOrders;
    },
  },
  {
    name: 'template-steps',
    everyMs: SAFETY_MS,
    async run(ctx) {
      const open = await customersWithRuns(ctx.database.db);
      if (open.length === 0) return undefined;
      await runTemplateSteps(ctx);
      return ctx.clock.now() + STEP_MS.templates;
    },
  },
  {
    name: 'timers',
    everyMs: SAFETY_MS,
    run: (ctx) =>
      runWhenDue(
        ctx,
        () => nextTimerAt(ctx),
        () => runDueTimers(ctx),
      ),
  },
  {
    // Updates timers of devices that were moved or deleted without their project, and the sun times
    // of the next day.
    name: 'project-timers',
    everyMs: 60_000,
    run: (ctx) => spreadAllTimers(ctx),
  },
  {
    name: 'old-timer-runs',
    everyMs: 24 * 3_600_000,
    run: (ctx) => purgeOldRuns(ctx),
  },
  {
    // Sends timer tables that could not be sent to their devices when they were changed.
    name: 'timer-tables',
    everyMs: SAFETY_MS,
    gapMs: STEP_MS.tables,
    async run(ctx) {
      await sendWaitingTables(ctx);
      const isWaiting = await isTableWaiting(ctx);
      return isWaiting ? ctx.clock.now() + STEP_MS.tables : undefined;
    },
  },
  {
    // Evaluates a reading within a second of its arrival.
    name: 'towers',
    everyMs: SAFETY_MS,
    gapMs: 500,
    wokenBy: wakeTowers,
    async run(ctx) {
      await decideTowers(ctx);
      return nextRunIn(ctx, await readTowerWakes(ctx));
    },
  },
  {
    // Days become final over hours, so bills are not urgent.
    name: 'settlement',
    everyMs: 300_000,
    run: (ctx, { stop }) => settle(ctx, stop),
  },
  {
    // A run for a few devices costs as much as a run for many, so new readings are batched.
    name: 'energy',
    everyMs: SAFETY_MS,
    gapMs: 5_000,
    run: (ctx, { stop }) => runEnergy(ctx, stop),
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
    everyMs: SAFETY_MS,
    wokenBy: ({ bus }, wake) => bus.subscribe('alarm.changed', wake),
    run: (ctx) =>
      runWhenDue(
        ctx,
        () => nextNoticeAt(ctx.database.db, ctx.clock.now()),
        async () => {
          await fanOutAlarmEvents(ctx);
          await sendDueNotifications(ctx);
        },
        STEP_MS.notices,
      ),
  },
  {
    name: 'lamp-checks',
    everyMs: SAFETY_MS,
    gapMs: 1_000,
    run: (ctx) =>
      runWhenDue(
        ctx,
        () => nextCheckAt(ctx.database.db, ctx.clock.now()),
        () => runLampChecks(ctx),
      ),
  },
  {
    name: 'digests',
    everyMs: 30_000,
    run: (ctx) => sendDigests(ctx),
  },
  {
    // Runs for at most a quarter of the time while there are readings to downsample.
    name: 'thinning',
    everyMs: 60_000,
    run: async (ctx, { stop }) =>
      (await thinReadings(ctx, stop)) ? ctx.clock.now() + STEP_MS.upkeep : undefined,
  },
  {
    name: 'hours',
    everyMs: 60_000,
    run: async (ctx, { stop }) =>
      (await foldHours(ctx, stop)) ? ctx.clock.now() + STEP_MS.upkeep : undefined,
  },
  {
    name: 'old-rows',
    everyMs: 600_000,
    async run(ctx, { stop }) {
      await purgeOldRows(ctx, stop);
      await purgeCheckpoints(ctx, stop);
      await dropOldQuarterHours(ctx);
      await dropOldAnswers(ctx);
    },
  },
  {
    name: 'old-messages',
    everyMs: 3_600_000,
    run: (ctx) => purgeOld(ctx),
  },
  {
    name: 'report-schedules',
    everyMs: SAFETY_MS,
    gapMs: 1_000,
    async run(ctx) {
      await runReportSchedules(ctx);
      return nextRunAt(ctx, await nextScheduleAt(ctx.database.db, ctx.clock.now()));
    },
  },
  {
    name: 'old-reports',
    everyMs: 60_000,
    run: (ctx) => purgeReports(ctx),
  },
  {
    name: 'old-imports',
    everyMs: 60_000,
    run: (ctx) => purgeImports(ctx),
  },
  {
    name: 'old-connections',
    everyMs: 3_600_000,
    async run(ctx) {
      await purgeDeviceHistory(ctx);
    },
  },
  {
    // Entries are sealed a second after they are written.
    name: 'audit-seals',
    everyMs: SAFETY_MS,
    gapMs: 1_000,
    async run(ctx, { stop }) {
      await sealEntries(ctx, stop);
    },
  },
  {
    name: 'audit-heads',
    everyMs: 3_600_000,
    run: (ctx) => exportHeads(ctx),
  },
];

/** Returns a function that stops all jobs and waits for those that are running. */
export async function startJobs(ctx: Context): Promise<() => Promise<void>> {
  const { stop } = await scheduleJobs(ctx, JOBS);
  return stop;
}
