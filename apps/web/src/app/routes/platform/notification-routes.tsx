/** Alarm notifications: the user's settings and the log of sent notifications. */
import { PATHS } from '../../../config/paths.ts';
import { readNotificationSearch } from '../../../features/notifications/notification-search.ts';
import { shellPage } from '../shell-page.ts';

export const notificationSettingsRoute = shellPage(PATHS.notificationSettings, {
  title: 'shell:menu.notification-setting',
  texts: ['notifications'],
  load: () => import('../../../features/notifications/notification-settings-page.tsx'),
  component: 'NotificationSettingsPage',
});

export const notificationsRoute = shellPage(PATHS.notifications, {
  title: 'notifications:list.title',
  search: readNotificationSearch,
  texts: ['notifications', 'reports'],
  load: () => import('../../../features/notifications/notifications-page.tsx'),
  component: 'NotificationsPage',
});
