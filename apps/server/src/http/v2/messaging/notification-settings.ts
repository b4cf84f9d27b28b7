/** The caller's notification settings. */
import type { BodyOf } from '@busbar/contract/call';
import type {
  changeNotificationSettings,
} from '@busbar/contract/v2/messaging/notification-settings';
import { parseAlarmTypeName, wireNameOfAlarmType } from '@busbar/device-protocol/up/alarm-names';
import {
  subscribe,
  testChannel,
} from '../../../areas/messaging/notifications/notification-service.ts';
import {
  readSubscriptions,
  removeSubscription,
} from '../../../areas/messaging/notifications/push-queries.ts';
import {
  otherUsers,
  type Profile,
  readProfile,
  readWishes,
  type TypeWishes,
} from '../../../areas/messaging/notifications/settings-queries.ts';
import {
  changeSettings,
  KNOWN_ALARM_TYPES,
} from '../../../areas/messaging/notifications/settings-service.ts';
import { vapidKeys } from '../../../areas/messaging/notifications/vapid-keys.ts';
import { parseId } from '../../../areas/shared/identifier.ts';
import type { Context } from '../../../context.ts';
import type { Handlers } from '../../calls/handler.ts';
import { SAID } from '../../responses/errors.ts';
import { onWire } from '../../responses/field-names.ts';

const WIRE_NAMES = {
  mailAddress: 'mail_address',
  quietFrom: 'quiet_from',
  quietTo: 'quiet_to',
  digestAt: 'digest_at',
};

type SettingsCalls =
  | 'v2.notification-settings'
  | 'v2.notification-settings.change'
  | 'v2.notification-test'
  | 'v2.notification-push'
  | 'v2.notification-push.remove';

export function notificationSettingsHandlers(ctx: Context): Pick<Handlers, SettingsCalls> {
  const { db } = ctx.database;
  return {
    'v2.notification-settings': async ({ caller }) => {
      const profile = await readProfile(db, caller);
      return {
        data: {
          ...presentProfile(profile),
          types: (await readWishes(db, caller)).map(presentWishes),
          alarm_types: KNOWN_ALARM_TYPES.map(wireNameOfAlarmType),
          users: await otherUsers(db, caller),
          mail_available: ctx.config.smtpUrl !== undefined,
          push_public_key: (await vapidKeys(ctx)).publicKey,
          push_subscriptions: (await readSubscriptions(db, caller)).length,
        },
      };
    },
    'v2.notification-settings.change': async ({ body, caller }) => {
      const changed = await changeSettings(ctx, caller, {
        profile: readChange(body),
        wishes: body.types?.map(readTypeWishes),
      });
      return changed.ok ? { msg: SAID.updated } : onWire(changed, WIRE_NAMES);
    },
    'v2.notification-test': async ({ body, caller, facts }) => {
      const tested = await testChannel(ctx, caller, body.channel, facts.signal);
      if (!tested.ok) return tested;
      const { error } = tested.value;
      return { data: { ok: error === null, error } };
    },
    'v2.notification-push': async ({ body, caller }) => {
      const { endpoint, keys } = body;
      const subscribed = await subscribe(ctx, caller, { endpoint, ...keys });
      return subscribed.ok ? { msg: SAID.saved } : subscribed;
    },
    'v2.notification-push.remove': async ({ query, caller }) => {
      await removeSubscription(db, caller, query.endpoint.replaceAll('\0', ''));
      return { msg: SAID.deleted };
    },
  };
}

type Body = BodyOf<typeof changeNotificationSettings>;

function readChange(body: Body): Partial<Profile> {
  const { mail_address, language, zone, quiet_from, quiet_to, digest_at } = body;
  return {
    ...(mail_address === undefined ? {} : { mailAddress: mail_address.trim() }),
    ...(language === undefined ? {} : { language }),
    ...(zone === undefined ? {} : { zone }),
    ...(quiet_from === undefined ? {} : { quietFrom: quiet_from }),
    ...(quiet_to === undefined ? {} : { quietTo: quiet_to }),
    ...(digest_at === undefined ? {} : { digestAt: digest_at }),
  };
}

function readTypeWishes(type: NonNullable<Body['types']>[number]): TypeWishes {
  return {
    // The service refuses an unknown name and reports the field.
    alarmType: parseAlarmTypeName(type.alarm_type) ?? type.alarm_type,
    mail: type.mail,
    push: type.push,
    inApp: type.in_app,
    tellEnd: type.tell_end,
    throughQuiet: type.through_quiet,
    intervalMin: type.interval_min,
    repeatMin: type.repeat_min,
    escalateAfterMin: type.escalate_after_min,
    // An unparseable id becomes -1, which no user has.
    escalateTo: type.escalate_to === null ? null : (parseId(type.escalate_to) ?? -1),
  };
}

function presentProfile(profile: Profile) {
  return {
    mail_address: profile.mailAddress,
    language: profile.language,
    zone: profile.zone,
    quiet_from: profile.quietFrom,
    quiet_to: profile.quietTo,
    digest_at: profile.digestAt,
  };
}

function presentWishes(wish: TypeWishes) {
  return {
    alarm_type: wireNameOfAlarmType(wish.alarmType),
    mail: wish.mail,
    push: wish.push,
    in_app: wish.inApp,
    tell_end: wish.tellEnd,
    through_quiet: wish.throughQuiet,
    interval_min: wish.intervalMin,
    repeat_min: wish.repeatMin,
    escalate_after_min: wish.escalateAfterMin,
    escalate_to: wish.escalateTo,
  };
}
