/** The cause of an alarm as a sentence in the language of a reader, for mails, pushes and files. */
import type { CausedAlarm } from '@busbar/domain/alarm/cause/cause-clause';
import { causeText } from '@busbar/domain/alarm/cause/cause-text';
import { formatLocal } from '@busbar/domain/calendar';
import { languageTag } from '@busbar/domain/formats/language-tags';
import { translatorFor } from '../../shared/i18n/translator.ts';

/** Locale of the recipient. */
export interface Reader {
  readonly language: string;
  /** IANA time zone. */
  readonly zone: string;
}

/** `now` is the time up to which an active alarm has lasted, epoch ms. */
export function alarmSentence(alarm: CausedAlarm, now: number, { language, zone }: Reader): string {
  const t = translatorFor(language);
  return causeText(alarm, now, {
    tag: languageTag(language),
    t: (key, values) => t(`alarms:${key}`, values),
    moment: (at) => formatLocal(at, zone),
    // Mail programs show direction marks of plain text as signs.
    isolate: (text) => text,
  });
}
