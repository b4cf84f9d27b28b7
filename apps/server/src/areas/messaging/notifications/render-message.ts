/**
 * Renders notifications as text. Names are entered by users or sent by devices: they are reduced to
 * one line without control or direction characters, and the mail is plain text, so a name cannot
 * inject anything.
 */
import { type ActiveAlarmType, ALARMS, alarmUnit } from '@busbar/domain/alarm/alarm-type';
import { isDryContactAlarm } from '@busbar/domain/alarm/dry-contact';
import { formatLocal } from '@busbar/domain/calendar';
import type { NoticeEvent } from '@busbar/domain/notification/channel';
import { detailParts } from '@busbar/domain/project/detail-parts';
import { type Translate, translatorFor } from '../../shared/i18n/translator.ts';
import { plainText } from '../../shared/plain-text.ts';
import type { NotificationDetail } from './notification-list.ts';

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

/** Sanitizes a name and shortens it to fit a line. */
function shown(name: string): string {
  const plain = plainText(name);
  return plain.length > 100 ? `${plain.slice(0, 99)}…` : plain;
}

/**
 * `detail` is the alarm's detail; for a dry contact it contains the contact's name. A type that
 * this version does not know gets a generic name.
 */
export function alarmTypeName(t: Translate, type: string, detail = ''): string {
  if (isDryContactAlarm(type) && detail !== '') return shown(detail);
  const known = Object.hasOwn(ALARMS, type) ? (type as ActiveAlarmType) : 'other';
  return t(`alarms:type.${known}`);
}

/** Returns the cause of a lamp alarm; empty for other alarms. */
export function lampCause(t: Translate, type: string, detail: string): string {
  return detailParts(type, detail)
    .map(({ word, value }) => t(`alarm-messages:finding.${word}`, { value: value ?? '' }))
    .join(', ');
}

export function alarmMessage(
  noticeEvent: NoticeEvent,
  alarm: NotificationDetail,
  { language, zone }: Reader,
  publicUrl: string | undefined,
): Message {
  const t = translatorFor(language);
  const event = t(`alarm-messages:event.${noticeEvent}`);
  const type = alarmTypeName(t, alarm.type, alarm.detail);
  const cause = lampCause(t, alarm.type, alarm.detail ?? '');
  const name = shown(alarm.deviceName);
  const lines = [
    `${event}: ${type}`,
    '',
    `${t('alarms:column.device')}: ${name} (${shown(alarm.deviceCode)})`,
    ...(alarm.phase === '' ? [] : [`${t('alarms:drawer.phase')}: ${shown(alarm.phase)}`]),
    ...(cause === '' ? [] : [`${t('alarms:column.cause')}: ${cause}`]),
    // The cause of a lamp fault already includes the number of lamps.
    ...(alarm.value === null || (cause !== '' && alarm.type === 'lampFault')
      ? []
      : [`${t('alarm-messages:value')}: ${measured(t, alarm)}`]),
    `${t('alarm-messages:since')}: ${formatLocal(alarm.openedAt, zone)}`,
    '',
    ...footerLines(t, zone, publicUrl, 'realalarm'),
  ];
  return { subject: `${event}: ${type} – ${name}`, text: lines.join('\n') };
}

function measured(t: Translate, { type, value, limit }: NotificationDetail): string {
  const unit = alarmUnit(type) === '' ? '' : ` ${alarmUnit(type)}`;
  const of = limit === null ? '' : ` (${t('alarms:limit', { limit: `${limit}${unit}` })})`;
  return `${value}${unit}${of}`;
}

/** Returns the lines with the time zone, a link if there is a public URL, and the mail's reason. */
export function footerLines(
  t: Translate,
  zone: string,
  publicUrl: string | undefined,
  page: string,
): string[] {
  return [
    t('alarm-messages:zone', { zone }),
    ...(publicUrl === undefined
      ? []
      : [t('alarm-messages:alarms', { link: `${trimmed(publicUrl)}/${page}` })]),
    t('alarm-messages:why'),
  ];
}

export const trimmed = (url: string): string => url.replace(/\/+$/, '');

export function testMessage({ language }: Reader): Message {
  const t = translatorFor(language);
  return {
    subject: t('alarm-messages:test.subject'),
    text: `${t('alarm-messages:test.text')}\n\n${t('alarm-messages:why')}`,
  };
}
