/** The cause of an alarm as a sentence in the language of a reader, for mails, pushes and files. */
import type { CausedAlarm } from '@busbar/domain/alarm/cause/cause-clause';
import { type CauseWriter, causeText } from '@busbar/domain/alarm/cause/cause-text';
import { formatLocal } from '@busbar/domain/calendar';
import { translatorFor } from '../../shared/i18n/translator.ts';

/** Locale of the recipient. */
export interface Reader {
  readonly language: string;
  /** IANA time zone. */
  readonly zone: string;
}

const writers = new Map<string, Omit<CauseWriter, 'moment'>>();

function writerFor(language: string): Omit<CauseWriter, 'moment'> {
  const known = writers.get(language);
  if (known !== undefined) return known;
  const t = translatorFor(language);
  // Arabic uses Latin digits, as displayed by meters.
  const tag = language === 'ar' ? 'ar-u-nu-latn' : language;
  const writer: Omit<CauseWriter, 'moment'> = {
    tag,
    t: (key, values) => t(`alarms:${key}`, values),
    number: (value, minimumFractionDigits, maximumFractionDigits) =>
      new Intl.NumberFormat(tag, { minimumFractionDigits, maximumFractionDigits }).format(value),
    // Mail programs show direction marks of plain text as signs.
    isolate: (text) => text,
  };
  writers.set(language, writer);
  return writer;
}

/** `now` is the time up to which an active alarm has lasted, epoch ms. */
export function alarmSentence(alarm: CausedAlarm, now: number, { language, zone }: Reader): string {
  return causeText(alarm, now, {
    ...writerFor(language),
    moment: (at) => formatLocal(at, zone),
  });
}
