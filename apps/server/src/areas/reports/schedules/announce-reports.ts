/**
 * Adds messages about scheduled reports to the list behind the bell: a recipient learns that a
 * report without a mail is ready, the owner that a run failed, once for all its recipients.
 */
import { formatLocal } from '@busbar/domain/calendar';
import { spanOfReport } from '@busbar/domain/report/report-schedule';
import type { BusEvents } from '../../../bus.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import type { ReportNotice } from '../../messaging/notifications/notification-list.ts';
import { insertNotification } from '../../messaging/notifications/notification-queries.ts';
import {
  claimUnannounced,
  type UnannouncedEnd,
} from '../../messaging/report-deliveries/announcement-queries.ts';

const AT_ONCE = 200;

export async function announceReports(ctx: Context): Promise<void> {
  const added = await ctx.database.transaction((trx) => addMessages(ctx, trx));
  for (const event of added) ctx.bus.publish('notification.added', event);
}

async function addMessages(
  ctx: Context,
  trx: Executor,
): Promise<readonly BusEvents['notification.added'][]> {
  const added: BusEvents['notification.added'][] = [];
  const failedRuns = new Set<string>();
  for (const end of await claimUnannounced(trx, AT_ONCE)) {
    const isFailed = end.state === 'failed';
    const run = `${end.customerId}/${end.scheduleId}/${end.dueAt}`;
    if (!end.isEnabled || (isFailed && (end.isKnown || failedRuns.has(run)))) continue;
    if (isFailed) failedRuns.add(run);
    const what = isFailed ? 'report-failed' : 'report-ready';
    const message = { what, at: ctx.clock.now(), alarmId: null, detail: noticeOf(end) };
    added.push(await insertNotification(trx, end, message));
  }
  return added;
}

function noticeOf(end: UnannouncedEnd): ReportNotice {
  const { taskId, type, zone, state, failure } = end;
  const span = spanOfReport(end.span, end.dueAt, zone);
  const { from, to } = { from: end.from ?? span.from, to: end.to ?? span.to };
  const day = (at: number) => formatLocal(at, zone).slice(0, 10);
  const cause = state === 'failed' ? failure : '';
  return { report: { taskId, type, start: day(from), end: day(to - 1), failure: cause } };
}
