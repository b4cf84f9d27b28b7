/**
 * Mail by SMTP. Every mail has a message id made from its row, so that one that is sent twice (the
 * server was killed between the answer and the commit) is one mail to whoever keeps them.
 */
import { createTransport } from 'nodemailer';
import type { Context } from '../../context.ts';
import type { Sender, SendResult } from '../outbox/sender.ts';
import type { Message } from './render-message.ts';

const LIMIT_MS = 10_000;

/** What the outbox keeps of a mail. */
export interface MailPayload extends Message {
  readonly to: string;
  readonly language: string;
}

export interface MailSender extends Sender {
  /** Sends one now; the error's word, or undefined when the server has taken it. */
  sendNow(ctx: Context, id: string, mail: MailPayload): Promise<SendResult>;
}

export const mailSender: MailSender = {
  send: (ctx, item) =>
    mailSender.sendNow(ctx, `${item.customerId}.${item.outboxId}`, item.payload as MailPayload),

  async sendNow(ctx, id, { to, subject, text, language }) {
    const { smtpUrl, mailFrom } = ctx.config;
    if (smtpUrl === undefined) return { ok: false, error: 'mail-not-available', blame: 'never' };
    const transport = createTransport({
      url: smtpUrl,
      connectionTimeout: LIMIT_MS,
      greetingTimeout: LIMIT_MS,
      socketTimeout: LIMIT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    try {
      await transport.sendMail({
        from: mailFrom,
        // As one address, not as a list of them.
        to: { name: '', address: to },
        subject,
        text,
        messageId: `<${id}@${hostOf(mailFrom)}>`,
        date: new Date(ctx.clock.now()),
        headers: { 'auto-submitted': 'auto-generated', 'content-language': language },
      });
      return { ok: true };
    } catch (error) {
      return resultOf(error);
    } finally {
      transport.close();
    }
  },
};

function hostOf(mailFrom: string): string {
  return /@([^\s<>@]+)>?$/.exec(mailFrom)?.[1] ?? 'busbar';
}

/** An answer of 500 and more to this recipient or mail is final; a server that is away is not. */
function resultOf(error: unknown): SendResult {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  if (code === 'EENVELOPE' && responseCode !== undefined && responseCode >= 500) {
    return { ok: false, error: 'mail-address-refused', blame: 'never' };
  }
  if (code === 'EAUTH') return { ok: false, error: 'mail-sign-in-refused', blame: 'down' };
  if (responseCode !== undefined) {
    const isFinal = responseCode >= 500 && code === 'EMESSAGE';
    return { ok: false, error: 'mail-refused', blame: isFinal ? 'never' : 'later' };
  }
  return { ok: false, error: 'mail-server-not-reached', blame: 'down' };
}
