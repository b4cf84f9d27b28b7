/** v2 calls for the caller's notification settings. */
import type { BodyOf } from '@busbar/contract/call';
import type { notificationSettingsCalls } from '@busbar/contract/v2/messaging/notification-settings';
import { parseAlarmTypeName, wireNameOfAlarmType } from '@busbar/device-protocol/up/alarm-names';
import { camelCaseKeys, snakeCaseKeys } from '@busbar/domain/key-case';
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
  readPreferences,
  readProfile,
  type TypePreferences,
} from '../../../areas/messaging/notifications/settings-queries.ts';
import {
  changeSettings,
  KNOWN_ALARM_TYPES,
} from '../../../areas/messaging/notifications/settings-service.ts';
import { vapidKeys } from '../../../areas/messaging/notifications/vapid-keys.ts';
import { parseId } from '../../../areas/shared/identifier.ts';
import type { Context } from '../../../context.ts';
import type { HandlersOf } from '../../calls/handler.ts';
import { REFUSAL_MESSAGES } from '../../responses/errors.ts';
import { onWire } from '../../responses/field-names.ts';

export function notificationSettingsHandlers(
  ctx: Context,
): HandlersOf<typeof notificationSettingsCalls> {
  const { db } = ctx.database;
  return {
    'v2.notification-settings': async ({ caller }) => {
      const profile = await readProfile(db, caller);
      return {
        data: {
          ...snakeCaseKeys(profile),
          types: (await readPreferences(db, caller)).map(presentPreferences),
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
        preferences: body.types?.map(readTypePreferences),
      });
      return changed.ok ? { msg: REFUSAL_MESSAGES.updated } : onWire(changed);
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
      return subscribed.ok ? { msg: REFUSAL_MESSAGES.saved } : subscribed;
    },
    'v2.notification-push.remove': async ({ query, caller }) => {
      await removeSubscription(db, caller, query.endpoint.replaceAll('\0', ''));
      return { msg: REFUSAL_MESSAGES.deleted };
    },
  };
}

type Body = BodyOf<(typeof notificationSettingsCalls)['v2.notification-settings.change']>;

const readChange = ({ types, mail_address, ...profile }: Body): Partial<Profile> => ({
  ...camelCaseKeys(profile),
  ...(mail_address === undefined ? {} : { mailAddress: mail_address.trim() }),
});

function readTypePreferences(type: NonNullable<Body['types']>[number]): TypePreferences {
  return {
    ...camelCaseKeys(type),
    // The service refuses an unknown name and reports the field.
    alarmType: parseAlarmTypeName(type.alarm_type) ?? type.alarm_type,
    // An id that cannot be parsed becomes -1, which no user has.
    escalateTo: type.escalate_to === null ? null : (parseId(type.escalate_to) ?? -1),
  };
}

const presentPreferences = (preference: TypePreferences) => ({
  ...snakeCaseKeys(preference),
  alarm_type: wireNameOfAlarmType(preference.alarmType),
});
