/** Reads and writes a user's own settings as a whole; validation errors name the field. */
import { ALARM_TYPES, PLATFORM_ALARM_TYPES } from '@busbar/domain/alarm/alarm-type';
import { isTimeZone } from '@busbar/domain/calendar';
import { isClockTime } from '@busbar/domain/clock-time';
import { snakeCaseKeys } from '@busbar/domain/key-case';
import { isNotificationLanguage } from '@busbar/domain/notification/channel';
import { nextClockTime } from '@busbar/domain/notification/quiet-hours';
import { done, type Outcome, type Refused, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { languagesOf } from '../../shared/customers/customer-queries.ts';
import { plainText } from '../../shared/plain-text.ts';
import { isMailAddress } from './mail-address.ts';
import {
  otherUsers,
  type Profile,
  readProfile,
  replacePreferences,
  type TypePreferences,
  writeProfile,
} from './settings-queries.ts';

/** All alarm types a preference can refer to, in addition to `*`. */
export const KNOWN_ALARM_TYPES: readonly string[] = [...ALARM_TYPES, ...PLATFORM_ALARM_TYPES];

const LONGEST_MIN = 1_440;

export interface SettingsChange {
  readonly profile: Partial<Profile>;
  /** Undefined leaves the preferences unchanged. */
  readonly preferences: readonly TypePreferences[] | undefined;
}

export async function changeSettings(
  ctx: Context,
  caller: Caller,
  change: SettingsChange,
): Promise<Outcome<undefined>> {
  const now = ctx.clock.now();
  return ctx.database.transaction(async (trx) => {
    const before = await readProfile(trx, caller);
    const profile = { ...before, ...change.profile };
    const wrong =
      profileFault(profile) ??
      (change.preferences && preferencesFault(change.preferences, await otherUsers(trx, caller)));
    if (wrong !== undefined) return wrong;
    // A language chosen before the customer's languages were restricted stays valid until it is
    // changed.
    const offered: readonly string[] = await languagesOf(trx, caller.customerId);
    if (profile.language !== before.language && !offered.includes(profile.language)) {
      return refused('language-not-offered', 'language');
    }
    const zone = profile.zone === '' ? caller.zone : profile.zone;
    const digestNextAt =
      profile.digestAt === null ? null : nextClockTime(now, profile.digestAt, zone);
    await writeProfile(trx, caller, profile, digestNextAt, now);
    if (change.preferences !== undefined) await replacePreferences(trx, caller, change.preferences);
    return done(undefined);
  });
}

function profileFault(profile: Profile): Refused | undefined {
  const { mailAddress, language, zone, quietFrom, quietTo, digestAt } = profile;
  if (mailAddress !== '' && (plainText(mailAddress) !== mailAddress || !isMailAddress(mailAddress)))
    return refused('mail-address-invalid', 'mailAddress');
  if (!isNotificationLanguage(language)) return refused('language-unknown', 'language');
  if (zone !== '' && !isTimeZone(zone)) return refused('zone-unknown', 'zone');
  for (const field of ['quietFrom', 'quietTo', 'digestAt'] as const) {
    const clock = profile[field];
    if (clock !== null && !isClockTime(clock)) return refused('clock-time-invalid', field);
  }
  if ((quietFrom === null) !== (quietTo === null)) {
    return refused('quiet-hours-incomplete', quietFrom === null ? 'quietFrom' : 'quietTo');
  }
  // A digest is sent by mail.
  if (digestAt !== null && mailAddress === '')
    return refused('mail-address-invalid', 'mailAddress');
  return undefined;
}

function preferencesFault(
  preferences: readonly TypePreferences[],
  others: readonly { readonly id: number }[],
): Refused | undefined {
  const seen = new Set<string>();
  for (const [i, preference] of preferences.entries()) {
    const at = (field: string) => `types.${i}.${field}`;
    const { alarmType, intervalMin, repeatMin, escalateAfterMin, escalateTo } = preference;
    const isKnown = alarmType === '*' || KNOWN_ALARM_TYPES.includes(alarmType);
    if (!isKnown || seen.has(alarmType)) return refused('alarm-type-unknown', at('alarm_type'));
    seen.add(alarmType);
    const minutes = snakeCaseKeys({ intervalMin, repeatMin, escalateAfterMin });
    for (const [field, value] of Object.entries(minutes)) {
      if (value !== null && (value < 1 || value > LONGEST_MIN))
        return refused('minutes-invalid', at(field));
    }
    if ((escalateAfterMin === null) !== (escalateTo === null))
      return refused('escalation-incomplete', at('escalate_to'));
    if (escalateTo !== null && !others.some(({ id }) => id === escalateTo))
      return refused('not-found', at('escalate_to'));
  }
  return undefined;
}
