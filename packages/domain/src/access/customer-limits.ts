/**
 * What the platform sets for a customer beside numbers of devices and users: which languages its
 * users may choose, and how many messages its devices are expected to send in a local day. A message
 * over that number is stored and acknowledged like any other: it is marked and told, never lost.
 */
import { NOTIFICATION_LANGUAGES, type NotificationLanguage } from '../notification/channel.ts';
import type { Refusal } from '../refusal.ts';

/** Why these are not the languages of a customer: an unknown one, one twice, or none at all. */
export function whyNoLanguages(languages: readonly string[]): Refusal | undefined {
  if (languages.length === 0) return 'info-required';
  const isKnown = (one: string) => (NOTIFICATION_LANGUAGES as readonly string[]).includes(one);
  const isOnce = new Set(languages).size === languages.length;
  return isOnce && languages.every(isKnown) ? undefined : 'language-unknown';
}

/** The wished one when it is offered, else English, else the first that is. */
export function offeredLanguage(
  offered: readonly NotificationLanguage[],
  wished: string,
): NotificationLanguage {
  const named = offered.find((one) => one === wished);
  return named ?? offered.find((one) => one === 'en') ?? offered[0] ?? 'en';
}

/** Per cent of the messages of a day somebody is told of. */
export const MESSAGE_MARKS = [100, 80] as const;

export type MessageMark = (typeof MESSAGE_MARKS)[number];

/** The highest mark so many messages have reached; 0 for none, and without a limit. */
export function messageMark(messages: number, most: number | null): MessageMark | 0 {
  if (most === null) return 0;
  return MESSAGE_MARKS.find((mark) => messages * 100 >= most * mark) ?? 0;
}
