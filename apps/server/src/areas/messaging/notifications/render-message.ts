/**
 * Renders notifications as text. Names are entered by users or sent by devices: they are reduced to
 * one line without control or direction characters, and the mail is plain text, so a name cannot
 * inject anything.
 */
import { type ActiveAlarmType, ALARMS } from '@busbar/domain/alarm/alarm-type';
import { isDryContactAlarm } from '@busbar/domain/alarm/dry-contact';
import { formatLocal } from '@busbar/domain/calendar';
import type { NoticeEvent } from '@busbar/domain/notification/channel';
import { type Translate, translatorFor } from '../../shared/i18n/translator.ts';
import { plainText } from '../../shared/plain-text.ts';
import { alarmSentence, type Reader } from './alarm-sentence.ts';
import type { NotificationDetail } from './notification-list.ts';

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

export function alarmMessage(
  noticeEvent: NoticeEvent,
  alarm: NotificationDetail,
  reader: Reader,
  now: number,
  publicUrl: string | undefined,
): Message {
  const { language, zone } = reader;
  const t = translatorFor(language);
  const event = t(`alarm-messages:event.${noticeEvent}`);
  const type = alarmTypeName(t, alarm.type, alarm.detail);
  const cause = shown(causeOf(alarm, reader, now));
  const name = shown(alarm.deviceName);
  const lines = [
    `${event}: ${type}`,
    cause,
    '',
    `${t('alarms:column.device')}: ${name} (${shown(alarm.deviceCode)})`,
    `${t('alarm-messages:since')}: ${formatLocal(alarm.openedAt, zone)}`,
    '',
    ...footerLines(t, zone, publicUrl, 'realalarm'),
  ];
  return { subject: `${event}: ${type} – ${name}`, text: lines.join('\n') };
}

/** Notifications of earlier versions have fewer figures. */
export const causeOf = (alarm: NotificationDetail, reader: Reader, now: number): string =>
  alarmSentence(
    { ...alarm, detail: alarm.detail ?? '', endedAt: alarm.endedAt ?? null },
    now,
    reader,
  );

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
