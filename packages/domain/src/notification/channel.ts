/** Channels of alarm notifications, and their languages. */
export const NOTIFICATION_CHANNELS = ['mail', 'push', 'in_app'] as const;

export type NotificationChannel = (typeof NOTIFICATION_CHANNELS)[number];

export const NOTIFICATION_LANGUAGES = ['zh', 'en', 'ar', 'fr', 'ru', 'es'] as const;

export type NotificationLanguage = (typeof NOTIFICATION_LANGUAGES)[number];

export function isNotificationLanguage(value: string): value is NotificationLanguage {
  return (NOTIFICATION_LANGUAGES as readonly string[]).includes(value);
}

/**
 * The event of a notification: the alarm was raised, is still active and unacknowledged, was
 * escalated to a second person because it was not acknowledged, ended, or was acknowledged.
 */
export const NOTICE_EVENTS = ['opened', 'repeated', 'escalated', 'ended', 'handled'] as const;

export type NoticeEvent = (typeof NOTICE_EVENTS)[number];
