/**
 * Expands alarm events to notices: one row per user, device, type and phase, due immediately. The
 * same transaction deletes the events and adds those to forward to the customer's queue. Quiet
 * events (maintenance window) are forwarded but cause no notification, and so are those of a customer
 * that is not active: forwarding holds them until it is. One process at a time does
 * this, in order: otherwise the end of an alarm could be processed before its start, and two mails
 * of one notice could be sent at the same time.
 */

import type { Context } from '../../context.ts';
import type { Executor } from '../../storage/database.ts';
import { queueOne } from './forwarding/forward-queue-queries.ts';
import type { QueuedAlarm } from './forwarding/record-queries.ts';
import {
  claimAlarmEvents,
  EVENTS_PER_ROUND,
  type News,
  tryLockAlarmEvents,
  writeLines,
} from './notifications/alarm-event-queries.ts';
import { mailProjects } from './project-mails/project-mails.ts';

const ROUNDS = 10;

export async function fanOutAlarmEvents(ctx: Context): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const count = await ctx.database.transaction((trx) => expandBatch(ctx, trx));
    if (count < EVENTS_PER_ROUND) return;
  }
}

/** Returns the number of processed events; 0 while another process is working. */
export async function expandBatch(ctx: Context, trx: Executor): Promise<number> {
  if (!(await tryLockAlarmEvents(trx))) return 0;
  const now = ctx.clock.now();
  const news = await claimAlarmEvents(trx, now);
  for (const one of news) {
    if (one.forwarded) await queueOne(trx, one.customerId, 'alarm', queuedOf(one), now);
  }
  // An alarm that begins while its customer is inactive notifies no one; a notice that exists is
  // updated, and is due again when the customer is active again.
  const notified = news.filter(
    ({ quiet, isActive, what }) => !quiet && (isActive || what !== 'opened'),
  );
  if (notified.length > 0) await writeLines(trx, notified, now);
  const mailed = notified.filter(({ isActive }) => isActive);
  if (mailed.length > 0) await mailProjects(ctx, trx, mailed, now);
  return news.length;
}

function queuedOf(news: News): QueuedAlarm {
  const { newsId, alarmId, what, at, deviceCode, type, alarmKind } = news;
  const { phase, value, limit, openedAt, detail } = news;
  const record = { newsId, alarmId, what, at, deviceCode, type, alarmKind };
  return { ...record, phase, value, limit, openedAt, ...(detail ? { detail } : {}) };
}
