/**
 * Sends alarm events of a project's devices to the addresses of the project: start and end, at most
 * one mail per device and type in ten minutes (`project-mail-queue.ts`). The recipients have no
 * account, so user settings (quiet hours, custom intervals) do not apply; maintenance windows do.
 */

import type { NoticeEvent } from '@busbar/domain/notification/channel';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { translatorFor } from '../../shared/i18n/translator.ts';
import type { MailPayload } from '../notifications/mail-sender.ts';
import { alarmMessage } from '../notifications/render-message.ts';
import { type ProjectAlarmEvent, type Recipient, readRecipients } from './project-mail-queries.ts';
import { queueProjectMails } from './project-mail-queue.ts';

/** Runs in the transaction that deletes the processed alarm events. */
export async function mailProjects(
  ctx: Context,
  trx: Executor,
  news: readonly ProjectAlarmEvent[],
  now: number,
): Promise<void> {
  if (ctx.config.smtpUrl === undefined) return;
  const recipients = await readRecipients(trx, news);
  const mails = recipients.flatMap((recipient) =>
    NOTIFIED_EVENTS.filter((event) => isNotifiedOf(news, recipient, event)).map((event) => ({
      customerId: recipient.customerId,
      line: lineOf(recipient),
      dedupeKey: `${lineOf(recipient)}:${recipient.alarmId}:${event}`,
      payload: mailOf(ctx, recipient, event, now),
    })),
  );
  await queueProjectMails(trx, mails, now);
}

const NOTIFIED_EVENTS = ['opened', 'ended'] as const satisfies readonly NoticeEvent[];

/** The end of a deleted alarm is notified, unless its start was not notified yet. */
function isNotifiedOf(
  news: readonly ProjectAlarmEvent[],
  { customerId, alarmId, isDeleted }: Recipient,
  event: NoticeEvent,
): boolean {
  const has = (what: NoticeEvent) =>
    news.some(
      (one) => one.customerId === customerId && one.alarmId === alarmId && one.what === what,
    );
  return has(event) && !(isDeleted && has('opened'));
}

/** A fluctuating value opens one alarm after another, so these alarms share one key. */
const lineOf = ({ noticeId, deviceId, type, kind }: Recipient) =>
  `project:${noticeId}:${deviceId}:${type}:${kind}`;

function mailOf(ctx: Context, to: Recipient, event: NoticeEvent, now: number): MailPayload {
  const { language } = to;
  const t = translatorFor(language);
  const { subject, text } = alarmMessage(event, to, to, now, ctx.config.publicUrl);
  const [head = '', cause = '', ...rest] = text.split('\n');
  return {
    to: to.mailAddress,
    language,
    subject: `${subject}: ${cause}`,
    text: [
      head,
      cause,
      '',
      `${t('alarm-messages:project.name')}: ${to.projectName}`,
      `${t(`alarm-messages:project.${to.isTower ? 'tower' : 'lamp-group'}`)}: ${to.partName}`,
      ...rest.slice(1, -1),
      t('alarm-messages:project.why'),
    ].join('\n'),
  };
}
