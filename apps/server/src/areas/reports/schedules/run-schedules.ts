/**
 * Runs due scheduled reports: creates one task per recipient, with the owner's current permissions
 * and, when the report is generated, those of the recipient. A due time is processed in one
 * transaction with the next due time and the deliveries, whose key is schedule, time and recipient:
 * neither another process nor a restart processes it again.
 */

import { reportRange } from '@busbar/domain/report/report-range';
import { dueReports, spanOfReport } from '@busbar/domain/report/report-schedule';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import {
  assignDeliveryTask,
  insertDelivery,
} from '../../messaging/report-deliveries/delivery-queries.ts';
import { insertReport } from '../tasks/report-queries.ts';
import { announceReports } from './announce-reports.ts';
import { deliverFinishedReports } from './deliver-reports.ts';
import {
  devicesInGroup,
  groupOfSchedule,
  listPeople,
  type Person,
  sharedGroup,
} from './schedule-people-queries.ts';
import {
  type DueSchedule,
  pauseSchedule,
  setNextReport,
  takeDueSchedules,
} from './schedule-queries.ts';

const AT_ONCE = 20;
/** Retention of the file of a scheduled report: a mail may be read after a weekend. */
const RETENTION_MS = 3 * 86_400_000;

/** Runs one cycle of the job. */
export async function runReportSchedules(ctx: Context): Promise<void> {
  await ctx.database.transaction(async (trx) => {
    const now = ctx.clock.now();
    for (const schedule of await takeDueSchedules(trx, now, AT_ONCE)) {
      await runSchedule(trx, schedule, now);
    }
  });
  await deliverFinishedReports(ctx);
  await announceReports(ctx);
}

async function runSchedule(trx: Executor, schedule: DueSchedule, now: number): Promise<void> {
  const { customerId, id: scheduleId, userId, zone } = schedule;
  const { due, missed, next } = dueReports(schedule, schedule.nextAt, now, zone);
  await setNextReport(trx, schedule, next ?? null);
  const ofOwner = { scheduleId, userId, now };
  if (missed !== undefined) {
    await insertDelivery(trx, customerId, { ...ofOwner, dueAt: missed, state: 'missed' });
  }
  if (due === undefined) return;
  const view = await viewOf(trx, schedule);
  if (typeof view === 'string') {
    await pauseSchedule(trx, schedule, view);
    await insertDelivery(trx, customerId, {
      ...ofOwner,
      dueAt: due,
      state: 'failed',
      failure: view,
    });
    return;
  }
  const people = await listPeople(trx, customerId, schedule.recipients);
  for (const recipient of schedule.recipients) {
    const key = { scheduleId, dueAt: due, userId: recipient };
    const person = people.find(({ id }) => id === recipient);
    const shared = person && sharedGroup(view, person);
    const failure = await failureOf(trx, schedule, person, shared);
    if (failure !== undefined || person === undefined || shared === undefined) {
      const reason = failure ?? 'not-visible';
      await insertDelivery(trx, customerId, { ...key, state: 'failed', failure: reason, now });
    } else if (await insertDelivery(trx, customerId, { ...key, state: 'making', now })) {
      const taskId = await insertTask(trx, schedule, { due, now }, person, shared);
      await assignDeliveryTask(trx, customerId, key, taskId);
    }
  }
}

/** Returns the group as the owner can see it now, or why the owner cannot report on it. */
async function viewOf(
  trx: Executor,
  { customerId, userId, groupId, deviceIds }: DueSchedule,
): Promise<
  { groupId: number; path: readonly number[] } | 'owner-disabled' | 'right-lost' | 'devices-lost'
> {
  const [owner] = await listPeople(trx, customerId, [userId]);
  if (owner === undefined) return 'owner-disabled';
  if (!owner.mayReport) return 'right-lost';
  const group = await groupOfSchedule(trx, customerId, owner, groupId);
  if (group === undefined) return 'devices-lost';
  const seen = await devicesInGroup(trx, customerId, group.groupId, deviceIds);
  return seen.length === 0 ? 'devices-lost' : group;
}

/** Returns the reason why this recipient gets no report. */
async function failureOf(
  trx: Executor,
  { customerId, deviceIds, byMail }: DueSchedule,
  person: Person | undefined,
  shared: number | undefined,
): Promise<string | undefined> {
  if (person === undefined) return 'recipient-gone';
  if (shared === undefined || !person.mayRead) return 'not-visible';
  // A report that is not mailed is opened on the page of reports.
  if (!byMail && !person.mayReport) return 'access-ended';
  const seen = await devicesInGroup(trx, customerId, shared, deviceIds);
  return seen.length === 0 ? 'not-visible' : undefined;
}

async function insertTask(
  trx: Executor,
  { customerId, id, type, format, span, deviceIds, zone }: DueSchedule,
  { due, now }: { readonly due: number; readonly now: number },
  person: Person,
  groupId: number,
): Promise<number> {
  const requested = spanOfReport(span, due, zone);
  const range = reportRange(type, requested, now, zone) ?? requested;
  return insertReport(trx, {
    customerId,
    userId: person.id,
    groupId,
    deviceIds,
    type,
    format,
    language: person.language,
    from: range.from,
    to: range.to,
    requestedFrom: requested.from,
    requestedTo: requested.to,
    question: `schedule ${id} ${due}`,
    now,
    keepUntil: now + RETENTION_MS,
  });
}
