/**
 * Generates requested reports, two at a time per process. A task is claimed with a lease that is
 * renewed during the work; the task of a killed process is restarted by another. Cancellation, or a
 * claim by another process, is detected when the lease is renewed, twice a second.
 */

import type { ReportFailure } from '@busbar/domain/report/report-kind';
import type { Context } from '../../context.ts';
import { scheduleJobs } from '../../schedule-jobs.ts';
import { nextRunAt } from '../../scheduled-job.ts';
import { translatorFor } from '../shared/i18n/translator.ts';
import {
  type OpenForWriting,
  openOnDisk,
  type ReportSink,
  removeReportFile,
  writeReportFile,
} from '../shared/tables/report-files.ts';
import { TooLargeError } from '../shared/tables/zip-sink.ts';
import { makeReport } from './make-report.ts';
import { listReportDevices, readReportWorld } from './rows/report-device-queries.ts';
import {
  endReport,
  endReportLeases,
  nextLeaseEnd,
  type ReportTask,
  releaseReport,
  renewReportLease,
  reportsWithFiles,
  takeReport,
} from './tasks/report-queries.ts';

/** Fallback if a notification was lost. */
const LOOK_EVERY_MS = 30_000;
const LEASE_RENEWAL_MS = 500;
const LEASE_MS = 30_000;
const AT_ONCE = 2;
/** A report that crashes its process must not be retried forever. */
const MAX_ATTEMPTS = 3;

/** Work must stop: the report was cancelled or claimed elsewhere, or this process shuts down. */
class Abandoned extends Error {}
class AccessEnded extends Error {}

/** Returns a function that stops the worker and releases its running tasks. */
export async function startReports(
  ctx: Context,
  openFile: OpenForWriting = openOnDisk,
): Promise<() => Promise<void>> {
  const underWay = new Set<Promise<void>>();
  const stopping = new AbortController();

  /** Claims tasks; returns the time at which the lease of another process may end. */
  async function take(): Promise<number | undefined> {
    while (underWay.size < AT_ONCE && !stopping.signal.aborted) {
      const task = await ctx.database.transaction((trx) =>
        takeReport(trx, ctx.processId, ctx.clock.now(), LEASE_MS),
      );
      if (task === undefined) return nextRunAt(ctx, await nextLeaseEnd(ctx.database.db));
      const run: Promise<void> = runReport(ctx, task, openFile, stopping.signal)
        .catch((error: unknown) =>
          // The lease of the task expires and the report is restarted.
          ctx.log.warn(
            { err: error, report: task.id },
            'the result of a report could not be stored',
          ),
        )
        .finally(() => {
          underWay.delete(run);
          jobs.wake('reports');
        });
      underWay.add(run);
    }
    return undefined;
  }

  if (ctx.database.isExclusive) await endReportLeases(ctx.database.db, ctx.clock.now());
  const jobs = await scheduleJobs(ctx, [
    { name: 'reports', everyMs: LOOK_EVERY_MS, gapMs: 0, run: take },
  ]);
  return async () => {
    stopping.abort(new Abandoned());
    await jobs.stop();
    await Promise.all(underWay);
  };
}

async function runReport(
  ctx: Context,
  task: ReportTask,
  openFile: OpenForWriting,
  stopping: AbortSignal,
): Promise<void> {
  const { db } = ctx.database;
  const lost = new AbortController();
  let part = 0;
  let keeping: Promise<void> | undefined;
  const renew = () =>
    renewReportLease(db, task, ctx.processId, {
      progress: Math.min(99, Math.floor(part * 100)),
      until: ctx.clock.now() + LEASE_MS,
    });
  /** The process may have been suspended until another one has stored the report. */
  const checkLease = async () => {
    if (!(await renew())) throw new Abandoned();
  };
  const keep = () => {
    keeping ??= renew()
      .then(
        (isOurs) => {
          if (!isOurs) lost.abort(new Abandoned());
        },
        (error: unknown) =>
          ctx.log.warn({ err: error, report: task.id }, 'a lease could not be renewed'),
      )
      .finally(() => {
        keeping = undefined;
      });
  };
  const stopKeeping = ctx.clock.every(LEASE_RENEWAL_MS, keep);
  try {
    if (task.attempts > MAX_ATTEMPTS) return await fail(ctx, task, 'interrupted');
    let rows = 0;
    const fill = async (sink: ReportSink) => {
      rows = await write(ctx, task, sink, AbortSignal.any([lost.signal, stopping]), (done) => {
        part = done;
      });
    };
    const bytes = await writeReportFile(ctx, task, openFile, fill, checkLease);
    const isOurs = await endReport(
      db,
      task,
      ctx.processId,
      { state: 'done', rows, bytes },
      ctx.clock.now(),
    );
    // The report was cancelled just before it was completed: the file must not remain, unless it
    // is that of another process that has claimed the report.
    const isUnused = !isOurs && !(await reportsWithFiles(db, [task.id])).has(task.id);
    if (isUnused) await removeReportFile(ctx, task);
  } catch (error) {
    if (error instanceof Abandoned) {
      if (stopping.aborted) await releaseReport(db, task, ctx.processId);
      return;
    }
    await fail(ctx, task, failureOf(error));
    ctx.log.warn({ err: error, report: task.id }, 'a report failed');
  } finally {
    stopKeeping();
    await keeping;
  }
}

async function write(
  ctx: Context,
  task: ReportTask,
  sink: ReportSink,
  signal: AbortSignal,
  reportProgress: (part: number) => void,
): Promise<number> {
  const { db } = ctx.database;
  const world = await readReportWorld(db, task);
  if (world === undefined) throw new AccessEnded();
  const withDeleted = task.type !== 'parameter';
  const devices = await listReportDevices(db, task, task.deviceIds, withDeleted);
  const t = translatorFor(task.language);
  return makeReport({ ctx, task, t, ...world, devices, reportProgress }, sink, signal);
}

async function fail(ctx: Context, task: ReportTask, failure: ReportFailure): Promise<void> {
  const end = { state: 'failed', failure } as const;
  await endReport(ctx.database.db, task, ctx.processId, end, ctx.clock.now());
}

const NO_ROOM: readonly unknown[] = ['ENOSPC', 'EDQUOT', 'EFBIG'];

function failureOf(error: unknown): ReportFailure {
  if (error instanceof AccessEnded) return 'access-ended';
  if (error instanceof TooLargeError) return 'too-large';
  if (NO_ROOM.includes((error as NodeJS.ErrnoException).code)) return 'storage-full';
  return 'failed';
}
