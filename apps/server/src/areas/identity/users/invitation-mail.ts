/**
 * Sends the link of an invitation. The link is valid once, for 72 hours at most and only until the
 * password for which it was issued is replaced. It is passed directly to the mail server, so that
 * only its hash is stored.
 */

import { offeredLanguage } from '@busbar/domain/access/customer-limits';
import { uuidV7 } from '../../../clock.ts';
import type { Context } from '../../../context.ts';
import { mailSender } from '../../messaging/notifications/mail-sender.ts';
import { languagesOf } from '../../shared/customers/customer-queries.ts';
import { translatorFor } from '../../shared/i18n/translator.ts';
import { randomSecret, sha256 } from '../../shared/secrets/session-secret.ts';
import { insertInvitation } from './invitation-queries.ts';

export const INVITATION_H = 72;

/** Returns true if mail is configured and the platform has a public URL for the link. */
export const canMail = (ctx: Context): boolean =>
  ctx.config.smtpUrl !== undefined && ctx.config.publicUrl !== undefined;

export interface Invited {
  readonly customerId: number;
  readonly userId: number;
  readonly userName: string;
  readonly passwordHash: string;
}

/**
 * Returns false if the mail server refused the mail, or another user has corrected the address
 * since; the initial password is still displayed.
 */
export async function sendInvitation(
  ctx: Context,
  { customerId, userId, userName, passwordHash }: Invited,
  to: string,
  wished: string,
): Promise<boolean> {
  const token = randomSecret(ctx.random);
  const invitation = {
    tokenHash: sha256(token),
    customerId,
    userId,
    passwordHash,
    expiresAt: ctx.clock.now() + INVITATION_H * 3_600_000,
    isReset: false,
  };
  if (!(await insertInvitation(ctx, invitation, to))) return false;
  const language = offeredLanguage(await languagesOf(ctx.database.db, customerId), wished);
  // The fragment is not sent to servers, so the token appears in no access log.
  const link = new URL(`/invitation#${token}`, ctx.config.publicUrl).href;
  const t = translatorFor(language);
  const subject = t('mails:invitation.subject');
  const text = t('mails:invitation.text', { user: userName, link });
  const id = `invitation.${uuidV7(ctx.clock, ctx.random)}`;
  const sent = await mailSender.sendNow(ctx, id, { to, language, subject, text });
  return sent.ok;
}
