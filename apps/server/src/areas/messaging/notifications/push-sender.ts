/**
 * Sends pushes to browsers: encrypted for one browser (RFC 8291), signed with the platform's key,
 * and posted to its URL at the push service, which the caller supplied and which is checked like
 * any other customer-defined URL.
 */
import webPush from 'web-push';
import type { Context } from '../../../context.ts';
import type { LookUp } from '../../shared/outbound/fair-lookups.ts';
import { guardedPost } from '../../shared/outbound/guarded-request.ts';
import { readTarget } from '../../shared/outbound/target-url.ts';
import type { OutboxItem } from '../outbox/outbox-queries.ts';
import type { Sender, SendResult } from '../outbox/sender.ts';
import { ACCESS_ENDED } from './mail-sender.ts';
import { type PushSubscription, removeSubscription } from './push-queries.ts';
import type { Message } from './render-message.ts';
import type { UserKey } from './settings-queries.ts';
import { vapidKeys } from './vapid-keys.ts';
import { isMessageWanted } from './wanted-message-queries.ts';

const LIFE_S = 3_600;

/** Payload of a push in the outbox. */
export interface PushPayload {
  readonly subscription: PushSubscription;
  readonly message: Message & { readonly alarmId: number | null };
}

export interface PushSender extends Sender {
  sendNow(ctx: Context, user: UserKey, push: PushPayload, signal: AbortSignal): Promise<SendResult>;
}

export function pushSender(lookUp: LookUp): PushSender {
  const sender: PushSender = {
    async send(ctx, item, signal) {
      const push = item.payload as PushPayload;
      const { endpoint } = push.subscription;
      const isWanted = await isMessageWanted(ctx.database.db, item, endpoint, ctx.clock.now());
      return isWanted ? sender.sendNow(ctx, userOf(item), push, signal) : ACCESS_ENDED;
    },

    async sendNow(ctx, user, { subscription, message }, signal) {
      const { endpoint, p256dh, auth } = subscription;
      const rules = ctx.config.outbound;
      const target = readTarget(endpoint, rules, rules.http);
      if (!target.ok) return { ok: false, error: target.refusal, blame: 'never' };
      const keys = await vapidKeys(ctx);
      const request = encrypted(ctx, endpoint, { p256dh, auth }, message, keys);
      if (request === undefined) return { ok: false, error: 'push-keys-invalid', blame: 'never' };
      const posted = await guardedPost({
        url: target.value,
        headers: request.headers,
        body: request.body,
        rules,
        resolve: (name, until) => lookUp(user.customerId, name, until),
        signal,
      });
      if (posted.error === undefined) return { ok: true };
      if (posted.error === 'stopped') return { ok: false, blame: 'stopped' };
      // These statuses mean that the browser's subscription no longer exists (RFC 8030).
      if (posted.status === 404 || posted.status === 410) {
        await removeSubscription(ctx.database.db, user, endpoint);
        return { ok: false, error: 'push-browser-gone', blame: 'never' };
      }
      return { ok: false, error: posted.error, blame: posted.status === null ? 'down' : 'later' };
    },
  };
  return sender;
}

const userOf = ({ customerId, userId }: OutboxItem): UserKey => ({
  customerId,
  userId: userId ?? 0,
});

function encrypted(
  ctx: Context,
  endpoint: string,
  keys: { readonly p256dh: string; readonly auth: string },
  message: PushPayload['message'],
  vapid: { readonly publicKey: string; readonly privateKey: string },
): { headers: Record<string, string | number>; body: Buffer } | undefined {
  try {
    const { headers, body } = webPush.generateRequestDetails(
      { endpoint, keys },
      JSON.stringify(message),
      {
        TTL: LIFE_S,
        urgency: 'high',
        vapidDetails: { subject: subjectOf(ctx), ...vapid },
      },
    );
    return { headers: headers as Record<string, string | number>, body: body ?? Buffer.alloc(0) };
  } catch {
    // The library throws for invalid keys.
    return undefined;
  }
}

/** Returns the contact for push services: the platform's URL, or its mail address. */
function subjectOf({ config }: Context): string {
  if (config.publicUrl?.startsWith('https:')) return config.publicUrl;
  return `mailto:${/<?([^\s<>]+@[^\s<>]+?)>?$/.exec(config.mailFrom)?.[1] ?? 'busbar@localhost'}`;
}
