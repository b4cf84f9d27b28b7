/**
 * A forgotten password. The call stores the request whatever the name, so that neither the answer
 * nor its time reveals accounts (docs/promises.md T8); the job sends the link.
 */
import { offeredLanguage } from '@busbar/domain/access/customer-limits';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import { uuidV7 } from '../../../clock.ts';
import type { Context } from '../../../context.ts';
import { mailSender } from '../../messaging/notifications/mail-sender.ts';
import { languagesOf } from '../../shared/customers/customer-queries.ts';
import { translatorFor } from '../../shared/i18n/translator.ts';
import { randomSecret, sha256 } from '../../shared/secrets/session-secret.ts';
import { accountKey } from '../accounts/account-key.ts';
import { findAccount } from '../accounts/account-queries.ts';
import { passwordRefusal } from '../accounts/password-allowance-queries.ts';
import { forgottenOfAccount, forgottenOfAddress } from '../guessing/throttle-buckets.ts';
import { loginRefusal } from '../login/login-service.ts';
import { charge } from '../passwords/guess.ts';
import {
  findResetMail,
  insertRequest,
  type PasswordRequest,
  takeRequests,
} from './forgotten-queries.ts';
import { canMail } from './invitation-mail.ts';
import { insertInvitation } from './invitation-queries.ts';

export const RESET_MIN = 30;

export async function requestReset(
  ctx: Context,
  request: { readonly account: string; readonly language: string; readonly address: string },
): Promise<Outcome<true>> {
  const { account, language, address } = request;
  if (accountKey(account) === '') return refused('info-required', 'account');
  if (!canMail(ctx)) return refused('mail-not-available');
  const places = [forgottenOfAddress(address), forgottenOfAccount(account)];
  if (!(await charge(ctx, places))) return refused('too-many-attempts');
  await insertRequest(ctx.database.db, { accountKey: accountKey(account), language });
  return done(true);
}

/** Job: sends the links that were requested. A mail that is refused can be requested again. */
export async function sendResetLinks(ctx: Context): Promise<void> {
  for (const request of await takeRequests(ctx.database.db)) {
    try {
      await sendResetLink(ctx, request);
    } catch (error) {
      ctx.log.warn({ err: error }, 'the link for a new password could not be sent');
    }
  }
}

async function sendResetLink(
  ctx: Context,
  { accountKey: key, language: wished }: PasswordRequest,
): Promise<void> {
  const { db } = ctx.database;
  const account = await findAccount(db, key);
  const now = ctx.clock.now();
  if (account === undefined || loginRefusal(account, 'user', now) !== undefined) return;
  if ((await passwordRefusal(db, account)) !== undefined) return;
  const { customerId, userId, userName, passwordHash } = account;
  const to = await findResetMail(db, account);
  if (to === '' || !canMail(ctx)) return;
  const token = randomSecret(ctx.random);
  const expiresAt = now + RESET_MIN * 60_000;
  const tokenHash = sha256(token);
  const invitation = { tokenHash, customerId, userId, passwordHash, expiresAt, isReset: true };
  if (!(await insertInvitation(ctx, invitation, to))) return;
  const language = offeredLanguage(await languagesOf(db, customerId), wished);
  const t = translatorFor(language);
  const link = new URL(`/invitation#${token}`, ctx.config.publicUrl).href;
  const subject = t('mails:forgotten.subject');
  const text = t('mails:forgotten.text', { user: userName, link });
  const id = `forgotten.${uuidV7(ctx.clock, ctx.random)}`;
  const sent = await mailSender.sendNow(ctx, id, { to, language, subject, text });
  if (!sent.ok) ctx.log.warn({ error: sent.error }, 'the link for a new password was not sent');
}
