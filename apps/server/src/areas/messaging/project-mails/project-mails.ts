/**
 * Sends alarm events of a project's devices to the addresses of the project: start and end, at most
 * one mail per device and type in ten minutes (`project-mail-queue.ts`). The recipients have no
 * account, so user settings (quiet hours, custom intervals) do not apply; maintenance windows do.
 */
import type { NoticeWord, NotificationLanguage } from '@busbar/domain/notification/channel';
import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import type { MailPayload } from '../notifications/mail-sender.ts';
import { lampWords, PROJECT_MAIL_TEXTS } from '../notifications/project-mail-texts.ts';
import { alarmMessage } from '../notifications/render-message.ts';
import { queueProjectMails } from './project-mail-queue.ts';

interface Told {
  readonly customerId: number;
  readonly alarmId: number;
  readonly what: string;
}

interface Recipient {
  readonly customerId: number;
  readonly alarmId: number;
  readonly noticeId: number;
  readonly deviceId: number;
  readonly mailAddress: string;
  readonly language: NotificationLanguage;
  readonly zone: string;
  readonly projectName: string;
  /** Name of the lamp group or tower that the device is part of. */
  readonly partName: string;
  readonly isTower: boolean;
  readonly deviceCode: string;
  readonly deviceName: string;
  readonly type: string;
  readonly kind: string;
  readonly phase: string;
  readonly value: number | null;
  readonly limit: number | null;
  readonly detail: string;
  readonly openedAt: number;
}

/** Runs in the transaction that deletes the processed alarm events. */
export async function mailProjects(
  ctx: Context,
  trx: Executor,
  news: readonly Told[],
  now: number,
): Promise<void> {
  if (ctx.config.smtpUrl === undefined) return;
  const recipients = await readRecipients(trx, news);
  const mails = recipients.flatMap((recipient) =>
    WORDS.filter((word) => isToldOf(news, recipient, word)).map((word) => ({
      customerId: recipient.customerId,
      line: lineOf(recipient),
      dedupeKey: `${lineOf(recipient)}:${recipient.alarmId}:${word}`,
      payload: mailOf(ctx, recipient, word),
    })),
  );
  await queueProjectMails(trx, mails, now);
}

const WORDS = ['opened', 'ended'] as const satisfies readonly NoticeWord[];

const isToldOf = (news: readonly Told[], { customerId, alarmId }: Recipient, word: NoticeWord) =>
  news.some((one) => one.customerId === customerId && one.alarmId === alarmId && one.what === word);

/** A fluctuating value opens one alarm after another, so they share one key. */
const lineOf = ({ noticeId, deviceId, type, kind }: Recipient) =>
  `project:${noticeId}:${deviceId}:${type}:${kind}`;

async function readRecipients(trx: Executor, told: readonly Told[]): Promise<Recipient[]> {
  const { rows } = await sql<Recipient>`
    select a.customer_id as "customerId", a.alarm_id as "alarmId",
      n.project_notice_id as "noticeId", a.device_id as "deviceId", n.mail_address as "mailAddress", n.language,
      z.iana_name as zone, p.name as "projectName", part.name as "partName",
      part.tower_id is not null as "isTower",
      d.device_code as "deviceCode", d.name as "deviceName", a.alarm_type as type, a.kind,
      a.phase, a.last_value as value, a.limit_value as "limit", a.log_detail as detail,
      a.opened_at as "openedAt"
    from alarm a
    join project_device part on part.customer_id = a.customer_id and part.device_id = a.device_id
    join project p on p.customer_id = part.customer_id and p.project_id = part.project_id
      and p.deleted_at is null
    join project_notice n on n.customer_id = p.customer_id and n.project_id = p.project_id
      and n.mail_notification
    join device d on d.customer_id = a.customer_id and d.device_id = a.device_id
    join customer c on c.customer_id = a.customer_id
    join zone z on z.zone_id = c.zone_id
    where a.customer_id = any(${[...new Set(told.map(({ customerId }) => customerId))]}::int4[])
      and a.alarm_id = any(${told.map(({ alarmId }) => alarmId)}::int8[])
      and a.deleted_at is null
    order by a.alarm_id, n.project_notice_id`.execute(trx);
  return rows;
}

function mailOf(ctx: Context, to: Recipient, word: NoticeWord): MailPayload {
  const { language, type, detail } = to;
  const texts = PROJECT_MAIL_TEXTS[language];
  const words = lampWords(type, detail, language);
  // The first line and the subject contain the cause.
  const alarm = words === '' ? to : { ...to, value: null, detail: '' };
  const { subject, text } = alarmMessage(word, alarm, to, ctx.config.publicUrl);
  const [head = '', ...rest] = text.split('\n');
  return {
    to: to.mailAddress,
    language,
    subject: words === '' ? subject : `${subject}: ${words}`,
    text: [
      words === '' ? head : `${head}: ${words}`,
      '',
      `${texts.project}: ${to.projectName}`,
      `${to.isTower ? texts.tower : texts.lampGroup}: ${to.partName}`,
      ...rest.slice(1, -1),
      texts.why,
    ].join('\n'),
  };
}
