/**
 * Settings of the platform for a customer, apart from the limits on devices and users: the
 * languages its users may choose, and the number of messages expected from its devices in a local
 * day. A message above that number is stored and acknowledged like any other: the excess is flagged
 * and reported, and no message is lost.
 */
import { isNotificationLanguage, type NotificationLanguage } from '../notification/channel.ts';
import type { Refusal } from '../refusal.ts';

/** Returns the reason if a language is unknown or repeated, or if the list is empty. */
export function languagesRefusal(languages: readonly string[]): Refusal | undefined {
  if (languages.length === 0) return 'info-required';
  const isOnce = new Set(languages).size === languages.length;
  return isOnce && languages.every(isNotificationLanguage) ? undefined : 'language-unknown';
}

/** Returns the requested language if it is offered, else English, else the first one offered. */
export function offeredLanguage(
  offered: readonly NotificationLanguage[],
  wished: string,
): NotificationLanguage {
  const named = offered.find((one) => one === wished);
  return named ?? offered.find((one) => one === 'en') ?? offered[0] ?? 'en';
}

/** Percentages of the daily message limit at which a notification is sent. */
export const MESSAGE_MARKS = [100, 80] as const;

export type MessageMark = (typeof MESSAGE_MARKS)[number];

/** Returns the highest threshold that `messages` reaches; 0 for none, and if there is no limit. */
export function messageMark(messages: number, most: number | null): MessageMark | 0 {
  if (most === null) return 0;
  return MESSAGE_MARKS.find((mark) => messages * 100 >= most * mark) ?? 0;
}
