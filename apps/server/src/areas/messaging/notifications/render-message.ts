/**
 * Renders notifications as text. Names are entered by users or sent by devices: they are reduced to
 * one line without control or direction characters, and the mail is plain text, so a name cannot
 * inject anything.
 */
import { alarmUnit } from '@busbar/domain/alarm/alarm-type';
import { isDryContactAlarm } from '@busbar/domain/alarm/dry-contact';
import { formatLocal } from '@busbar/domain/calendar';
import {
  NOTIFICATION_LANGUAGES,
  type NoticeWord,
  type NotificationLanguage,
} from '@busbar/domain/notification/channel';
import { plainText } from '../../shared/plain-text.ts';
import { MESSAGE_TEXTS, type MessageTexts } from './message-texts.ts';
import type { NotificationDetail } from './notification-list.ts';
import { lampWords } from './project-mail-texts.ts';

/** Locale of the recipient. */
export interface Reader {
  readonly language: string;
  /** IANA time zone. */
  readonly zone: string;
}

export interface Message {
  readonly subject: string;
  readonly text: string;
}

export function textsOf(language: string): MessageTexts {
  return MESSAGE_TEXTS[knownLanguage(language)];
}

export function knownLanguage(language: string): NotificationLanguage {
  return NOTIFICATION_LANGUAGES.find((known) => known === language) ?? 'en';
}

export function fill(template: string, values: Readonly<Record<string, string | number>>): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** Sanitizes a name and shortens it to fit a line. */
function shown(name: string): string {
  const plain = plainText(name);
  return plain.length > 100 ? `${plain.slice(0, 99)}…` : plain;
}

/** `detail` is that of the alarm; for a dry contact it contains the contact's name. */
export function typeName(texts: MessageTexts, type: string, detail = ''): string {
  if (isDryContactAlarm(type) && detail !== '') return shown(detail);
  const types: Readonly<Record<string, string>> = texts.types;
  return Object.hasOwn(types, type) ? types[type]! : texts.types.other;
}

export function alarmMessage(
  word: NoticeWord,
  alarm: NotificationDetail,
  { language, zone }: Reader,
  publicUrl: string | undefined,
): Message {
  const texts = textsOf(language);
  const type = typeName(texts, alarm.type, alarm.detail);
  const cause = lampWords(alarm.type, alarm.detail ?? '', knownLanguage(language));
  const name = shown(alarm.deviceName);
  const lines = [
    `${texts.what[word]}: ${type}`,
    '',
    `${texts.device}: ${name} (${shown(alarm.deviceCode)})`,
    ...(alarm.phase === '' ? [] : [`${texts.phase}: ${shown(alarm.phase)}`]),
    ...(cause === '' ? [] : [`${texts.cause}: ${cause}`]),
    // The cause of a lamp fault already includes the number of lamps.
    ...(alarm.value === null || (cause !== '' && alarm.type === 'lampFault')
      ? []
      : [`${texts.value}: ${measured(texts, alarm)}`]),
    `${texts.since}: ${formatLocal(alarm.openedAt, zone)}`,
    '',
    fill(texts.zone, { zone }),
    ...(publicUrl === undefined
      ? []
      : [fill(texts.open, { link: `${trimmed(publicUrl)}/realalarm` })]),
    texts.why,
  ];
  return { subject: `${texts.what[word]}: ${type} – ${name}`, text: lines.join('\n') };
}

function measured(texts: MessageTexts, { type, value, limit }: NotificationDetail): string {
  const unit = alarmUnit(type) === '' ? '' : ` ${alarmUnit(type)}`;
  const of = limit === null ? '' : ` (${fill(texts.limit, { limit: `${limit}${unit}` })})`;
  return `${value}${unit}${of}`;
}

export const trimmed = (url: string): string => url.replace(/\/+$/, '');

export function testMessage({ language }: Reader): Message {
  const texts = textsOf(language);
  return { subject: texts.testSubject, text: `${texts.testText}\n\n${texts.why}` };
}
