/**
 * Delivers finished scheduled reports. Each is in the recipient's list of reports; if its schedule
 * is mailed, it is also moved to the outbox, in one transaction with its delivery state: attached up
 * to 5 MB, otherwise as a link to the list.
 */
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import type { MailPayload } from '../../messaging/notifications/mail-sender.ts';
import { insertOutbox } from '../../messaging/outbox/outbox-queries.ts';
import {
  type CreatedDelivery,
  claimFinished,
  completeDelivery,
  type DeliveryEnd,
  mayBeSent,
} from '../../messaging/report-deliveries/delivery-queries.ts';
import { reportFileName } from '../report-file-name.ts';
import { readReportWorld } from '../rows/report-device-queries.ts';
import { findReport, type ReportTask } from '../tasks/report-queries.ts';
import { reportMessage } from './report-message.ts';
import { listPeople, type Person } from './schedule-people-queries.ts';

const AT_ONCE = 50;
/** Larger files are not attached. */
const MAX_ATTACHED_BYTES = 5_000_000;

export async function deliverFinishedReports(ctx: Context): Promise<void> {
  await ctx.database.transaction(async (trx) => {
    const now = ctx.clock.now();
    for (const delivery of await claimFinished(trx, AT_ONCE)) {
      const end = await deliverReport(ctx, trx, delivery, now);
      await completeDelivery(trx, delivery.customerId, delivery, end, now);
    }
  });
}

const failed = (failure: string) => ({ state: 'failed', failure }) as const;
/**
 * Without a mail for this reason, undefined if none is wanted. The report is then opened on the page
 * of reports, which requires a permission.
 */
const listed = ({ mayReport }: Person, failure?: string): DeliveryEnd =>
  mayReport ? { state: 'listed', failure } : failed(failure ?? 'access-ended');

async function deliverReport(
  ctx: Context,
  trx: Executor,
  delivery: CreatedDelivery,
  now: number,
): Promise<DeliveryEnd> {
  const { customerId, userId, taskId } = delivery;
  const task = taskId === null ? undefined : await findReport(trx, delivery, taskId);
  if (task === undefined) return failed('interrupted');
  if (task.state !== 'done') return failed(task.failure ?? 'cancelled');
  if (!(await mayBeSent(trx, customerId, delivery, now))) return failed('access-ended');
  const [person] = await listPeople(trx, customerId, [userId]);
  if (person === undefined) return failed('access-ended');
  if (!delivery.byMail) return listed(person);
  if (ctx.config.smtpUrl === undefined) return listed(person, 'mail-not-available');
  const world = await readReportWorld(trx, task);
  if (world === undefined) return failed('access-ended');
  if (person.mailAddress === '') return listed(person, 'mail-missing');
  if (!isAttached(task) && !person.mayReport) return failed('access-ended');
  await insertOutbox(trx, [
    {
      customerId,
      userId,
      channel: 'mail',
      dedupeKey: `report:${delivery.scheduleId}:${delivery.dueAt}:${userId}`,
      receiver: 'smtp',
      payload: mailOf(ctx, delivery, task, person, world),
      dueAt: now,
      now,
    },
  ]);
  return { state: 'mailing' };
}

/** A larger file is only linked. */
const isAttached = ({ bytes }: ReportTask): boolean => (bytes ?? 0) <= MAX_ATTACHED_BYTES;

function mailOf(
  ctx: Context,
  { scheduleId, dueAt, userId, ownerId, ownerName }: CreatedDelivery,
  task: ReportTask,
  person: Person,
  world: { readonly zone: string; readonly organisation: string },
): MailPayload {
  const name = reportFileName(task, world);
  const message = reportMessage(task, {
    reader: person,
    zone: world.zone,
    attachedAs: isAttached(task) ? name : undefined,
    owner: ownerId === userId ? undefined : ownerName,
    publicUrl: ctx.config.publicUrl,
  });
  return {
    ...message,
    to: person.mailAddress,
    language: person.language,
    ...(isAttached(task) ? { attached: { id: task.id, format: task.format, name } } : {}),
    delivery: { scheduleId, dueAt, userId },
  };
}
