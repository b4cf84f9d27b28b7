/**
 * Draft of the settings and its validation problems, keyed by the server's field paths
 * (`mail_address`, `types.0.repeat_min`), so that client and server errors appear next to the same
 * field.
 */
import type { Refusal } from '@busbar/domain/refusal';
import type { CallInput } from '../../lib/calls/call-types.ts';
import type { NotificationSettings } from './api/use-notification-settings.ts';

type Wire = NotificationSettings['types'][number];

/** `interval_min` is null while the field is empty. */
export type PreferenceDraft = Omit<Wire, 'interval_min'> & { interval_min: number | null };

export interface SettingsDraft {
  mail_address: string;
  language: string;
  zone: string;
  quiet_from: string | null;
  quiet_to: string | null;
  digest_at: string | null;
  types: PreferenceDraft[];
}

/** Alarm type of the preference for every type that has none of its own. */
export const ALL_OTHERS = '*';

/** Defaults for a user without saved settings; identical to the server's. */
const USUAL: Omit<PreferenceDraft, 'alarm_type'> = {
  mail: false,
  push: false,
  in_app: true,
  tell_end: false,
  through_quiet: false,
  interval_min: 10,
  repeat_min: null,
  escalate_after_min: null,
  escalate_to: null,
};

export function draftOf(settings: NotificationSettings): SettingsDraft {
  const { mail_address, language, zone, quiet_from, quiet_to, digest_at, types } = settings;
  const others = types.find(({ alarm_type }) => alarm_type === ALL_OTHERS);
  return {
    mail_address,
    language,
    zone,
    quiet_from,
    quiet_to,
    digest_at,
    types: [
      others ?? { ...USUAL, alarm_type: ALL_OTHERS },
      ...types.filter((type) => type !== others),
    ],
  };
}

/** A new preference starts with the settings that applied to its type so far. */
export function withType(draft: SettingsDraft, alarm_type: string): SettingsDraft {
  const others = draft.types.find((type) => type.alarm_type === ALL_OTHERS);
  return { ...draft, types: [...draft.types, { ...USUAL, ...others, alarm_type }] };
}

const LONGEST_MIN = 1_440;
const MAIL_ADDRESS = /^[^\s@<>,;]+@[^\s@<>,;]+$/;
const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/;

export type SettingsProblems = Readonly<Partial<Record<string, Refusal>>>;

export function settingsProblems(draft: SettingsDraft): SettingsProblems {
  const problems: Partial<Record<string, Refusal>> = {};
  const mail = draft.mail_address.trim();
  // A digest is sent by mail, so it requires an address.
  if (mail === '' ? draft.digest_at !== null : !MAIL_ADDRESS.test(mail)) {
    problems['mail_address'] = 'mail-address-invalid';
  }
  for (const field of ['quiet_from', 'quiet_to', 'digest_at'] as const) {
    const clock = draft[field];
    if (clock !== null && !CLOCK.test(clock)) problems[field] = 'clock-time-invalid';
  }
  for (const [i, type] of draft.types.entries()) {
    for (const field of ['interval_min', 'repeat_min', 'escalate_after_min'] as const) {
      const minutes = type[field];
      // An empty field means never, except for the interval, which is required.
      const isGood =
        minutes === null
          ? field !== 'interval_min'
          : Number.isInteger(minutes) && minutes >= 1 && minutes <= LONGEST_MIN;
      if (!isGood) problems[`types.${i}.${field}`] = 'minutes-invalid';
    }
    if ((type.escalate_after_min === null) !== (type.escalate_to === null)) {
      problems[`types.${i}.escalate_to`] = 'escalation-incomplete';
    }
  }
  return problems;
}

/** Builds the request body; call it only for a draft without problems. */
export function wireOf(draft: SettingsDraft): CallInput<'v2.notification-settings.change'>['body'] {
  return {
    ...draft,
    mail_address: draft.mail_address.trim(),
    types: draft.types.map((type) => ({ ...type, interval_min: type.interval_min ?? 1 })),
  };
}
