/**
 * Sends mail by SMTP. The message id is derived from the outbox row, so that mail programs can
 * recognize a mail that is sent twice (this server was killed between the response and the commit).
 */
import { type FileHandle, open } from 'node:fs/promises';
import type { ReportFormat } from '@busbar/domain/report/report-kind';
import { createTransport } from 'nodemailer';
import { passwordOf } from '../../../config/settings-of-config.ts';
import type { Context } from '../../../context.ts';
import { wakeJob } from '../../../wake-job.ts';
import { reportPath } from '../../shared/tables/report-files.ts';
import type { Sender, SendResult } from '../outbox/sender.ts';
import {
  completeDelivery,
  type DeliveryKey,
  mayBeSent,
} from '../report-deliveries/delivery-queries.ts';
import type { Message } from './render-message.ts';
import { isMessageWanted } from './wanted-message-queries.ts';

const LIMIT_MS = 10_000;
/**
 * The transfer of an attachment is aborted after this time, before the lease expires and another
 * process sends the mail too.
 */
const ATTACHING_LIMIT_MS = 40_000;

/** The recipient may no longer receive the message. */
export const ACCESS_ENDED = { ok: false, error: 'access-ended', blame: 'never' } as const;

/** Payload of a mail in the outbox. */
export interface MailPayload extends Message {
  readonly to: string;
  readonly language: string;
  /** Report file, identified by its task; read when the mail is sent. */
  readonly attached?: {
    readonly id: number;
    readonly format: ReportFormat;
    readonly name: string;
  };
  /** Delivery record to update; only for a scheduled report. */
  readonly delivery?: DeliveryKey;
}

export interface MailSender extends Sender {
  /** Sends a mail immediately; the result contains the error code if the server refused it. */
  sendNow(ctx: Context, id: string, mail: MailPayload): Promise<SendResult>;
}

export const mailSender: MailSender = {
  async send(ctx, item) {
    const { customerId, outboxId } = item;
    const mail = item.payload as MailPayload;
    const sendNow = () => mailSender.sendNow(ctx, `${customerId}.${outboxId}`, mail);
    const { delivery } = mail;
    if (delivery === undefined) {
      return (await isMessageWanted(ctx.database.db, item, mail.to, ctx.clock.now()))
        ? sendNow()
        : ACCESS_ENDED;
    }
    const result: SendResult = (await mayBeSent(
      ctx.database.db,
      customerId,
      delivery,
      ctx.clock.now(),
    ))
      ? await sendNow()
      : ACCESS_ENDED;
    return {
      ...result,
      async settled(trx, state) {
        if (state === 'held') return;
        const [end, failure] =
          state === 'done'
            ? (['sent', undefined] as const)
            : ([state === 'dead' ? deadStateOf(result.error) : 'mailing', result.error] as const);
        await completeDelivery(trx, customerId, delivery, { state: end, failure }, ctx.clock.now());
        if (state === 'dead') await wakeJob(trx, 'report-schedules');
      },
    };
  },

  async sendNow(ctx, id, { to, subject, text, language, attached }) {
    const { smtpUrl, mailFrom, smtpAllowUnencrypted } = ctx.config;
    if (smtpUrl === undefined) return { ok: false, error: 'mail-not-available', blame: 'never' };
    const file = attached && (await openOrGone(reportPath(ctx, attached)));
    if (file === 'gone') return { ok: false, error: 'file-gone', blame: 'never' };
    const transport = createTransport({
      url: smtpUrl,
      // A password must not be sent over an unencrypted connection.
      requireTLS: passwordOf(ctx.config) !== '' && !smtpAllowUnencrypted,
      connectionTimeout: LIMIT_MS,
      greetingTimeout: LIMIT_MS,
      socketTimeout: LIMIT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    try {
      await transport.sendMail({
        from: mailFrom,
        // The recipient is an object, so that it is parsed as one address and not as a list.
        to: { name: '', address: to },
        subject,
        text,
        ...(attached && file
          ? { attachments: [{ filename: attached.name, content: attachment(file) }] }
          : {}),
        messageId: `<${id}@${hostOf(mailFrom)}>`,
        date: new Date(ctx.clock.now()),
        headers: { 'auto-submitted': 'auto-generated', 'content-language': language },
      });
      return { ok: true };
    } catch (error) {
      return resultOf(error);
    } finally {
      transport.close();
      await file?.close();
    }
  },
};

function attachment(file: FileHandle) {
  return file.createReadStream({ signal: AbortSignal.timeout(ATTACHING_LIMIT_MS) });
}

/** If the mail server was removed, the report is still in the recipient's list. */
function deadStateOf(error: string | undefined): 'failed' | 'listed' {
  return error === 'mail-not-available' ? 'listed' : 'failed';
}

/** The owner may have deleted the report file. */
async function openOrGone(path: string) {
  return open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return 'gone' as const;
    throw error;
  });
}

function hostOf(mailFrom: string): string {
  return /@([^\s<>@]+)>?$/.exec(mailFrom)?.[1] ?? 'busbar';
}

/**
 * A response of 500 or higher for this recipient or mail is permanent; an unreachable server is a
 * temporary error.
 */
function resultOf(error: unknown): SendResult {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  if (code === 'EENVELOPE' && responseCode !== undefined && responseCode >= 500) {
    return { ok: false, error: 'mail-address-refused', blame: 'never' };
  }
  if (code === 'ETLS') return { ok: false, error: 'mail-not-encrypted', blame: 'down' };
  if (code === 'EAUTH') return { ok: false, error: 'mail-sign-in-refused', blame: 'down' };
  if (responseCode !== undefined) {
    const isFinal = responseCode >= 500 && code === 'EMESSAGE';
    return { ok: false, error: 'mail-refused', blame: isFinal ? 'never' : 'later' };
  }
  return { ok: false, error: 'mail-server-not-reached', blame: 'down' };
}
