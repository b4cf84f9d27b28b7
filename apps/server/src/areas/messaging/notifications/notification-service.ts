/** Actions of a user on notifications besides the settings: subscribe a browser, test a channel. */

import type { NotificationChannel } from '@busbar/domain/notification/channel';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import { uuidV7 } from '../../../clock.ts';
import type { Context } from '../../../context.ts';
import { lookUpName } from '../../shared/outbound/name-lookups.ts';
import { readTarget } from '../../shared/outbound/target-url.ts';
import { lockSessionOf } from '../../shared/rights/caller-rights-queries.ts';
import type { SendResult } from '../outbox/sender.ts';
import { mailSender } from './mail-sender.ts';
import { type PushSubscription, readSubscriptions, writeSubscription } from './push-queries.ts';
import { pushSender } from './push-sender.ts';
import { testMessage } from './render-message.ts';
import { claimTest, markTestAccepted, readProfile } from './settings-queries.ts';

const push = pushSender(lookUpName);

export async function subscribe(
  ctx: Context,
  caller: Caller,
  subscription: PushSubscription,
): Promise<Outcome<undefined>> {
  const rules = ctx.config.outbound;
  const target = readTarget(subscription.endpoint, rules, rules.http);
  if (!target.ok) return refused(target.refusal, 'endpoint');
  if (!isKey(subscription.p256dh, 65) || !isKey(subscription.auth, 16)) {
    return refused('invalid-request', 'keys');
  }
  return ctx.database.transaction(async (trx) => {
    const now = ctx.clock.now();
    // The sessions of the user may have ended since the call was authenticated, and with them the
    // subscriptions.
    if (!(await lockSessionOf(trx, caller, now))) return refused('forbidden');
    await writeSubscription(trx, caller, subscription, now);
    return done(undefined);
  });
}

/** True if the text is base64url of that number of bytes. */
function isKey(text: string, bytes: number): boolean {
  return /^[A-Za-z0-9_-]+={0,2}$/.test(text) && Buffer.from(text, 'base64url').length === bytes;
}

export interface TestOutcome {
  /** Null if the message was accepted. */
  readonly error: string | null;
}

export async function testChannel(
  ctx: Context,
  caller: Caller,
  channel: NotificationChannel,
  signal: AbortSignal,
): Promise<Outcome<TestOutcome>> {
  const tested = await sendTest(ctx, caller, channel, signal);
  if (tested.ok && tested.value.error === null) await markTestAccepted(ctx.database.db, caller);
  return tested;
}

async function sendTest(
  ctx: Context,
  caller: Caller,
  channel: NotificationChannel,
  signal: AbortSignal,
): Promise<Outcome<TestOutcome>> {
  const profile = await readProfile(ctx.database.db, caller);
  const zone = profile.zone === '' ? caller.zone : profile.zone;
  const message = testMessage({ language: profile.language, zone });
  if (channel === 'in_app') return testInApp(ctx, caller);
  if (channel === 'mail') {
    if (ctx.config.smtpUrl === undefined) return refused('mail-not-available');
    if (profile.mailAddress === '') return refused('mail-address-invalid', 'mail_address');
    if (!(await claimTest(ctx, caller))) return refused('too-many-attempts');
    const mail = { ...message, to: profile.mailAddress, language: profile.language };
    return outcomeOf(await mailSender.sendNow(ctx, `test.${uuidV7(ctx.clock, ctx.random)}`, mail));
  }
  const subscriptions = await readSubscriptions(ctx.database.db, caller);
  if (subscriptions.length === 0) return refused('push-not-subscribed');
  if (!(await claimTest(ctx, caller))) return refused('too-many-attempts');
  const results = await Promise.all(
    subscriptions.map((subscription) =>
      push.sendNow(ctx, caller, { subscription, message: { ...message, alarmId: null } }, signal),
    ),
  );
  return outcomeOf(results.find(({ ok }) => ok) ?? results[0]!);
}

const outcomeOf = ({ ok, error }: SendResult): Outcome<TestOutcome> =>
  done({ error: ok ? null : (error ?? 'failed') });

/** Sends only the event on the real-time channel, because the list contains nothing but alarms. */
function testInApp(ctx: Context, caller: Caller): Outcome<TestOutcome> {
  const { customerId, userId } = caller;
  ctx.bus.publish('notification.added', { customerId, userId, notification: null });
  return done({ error: null });
}
