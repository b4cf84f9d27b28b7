/** By which ways a person is told of an alarm, and in which languages. */
export const NOTIFICATION_CHANNELS = ['mail', 'push', 'in_app'] as const;

export type NotificationChannel = (typeof NOTIFICATION_CHANNELS)[number];

export const NOTIFICATION_LANGUAGES = ['zh', 'en', 'ar', 'fr', 'ru', 'es'] as const;

export type NotificationLanguage = (typeof NOTIFICATION_LANGUAGES)[number];

/**
 * What a message says of an alarm: it was raised, still stands unhandled, was handed to a second
 * person because nobody dealt with it, ended, or was dealt with.
 */
export const NOTICE_WORDS = ['opened', 'repeated', 'escalated', 'ended', 'handled'] as const;

export type NoticeWord = (typeof NOTICE_WORDS)[number];
