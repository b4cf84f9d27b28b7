/** Alarm notifications: the user's settings and the log of sent notifications. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { PATHS } from '../../../config/paths.ts';
import { readNotificationSearch } from '../../../features/notifications/notification-search.ts';
import { loadTexts } from '../../../i18n/i18n.ts';
import { loadPage } from '../../load-page.ts';
import { shellRoute } from '../shell-route.tsx';

export const notificationSettingsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.notificationSettings,
  staticData: { title: 'shell:menu.notification-setting' },
  loader: () => loadTexts('notifications'),
  component: lazyRouteComponent(
    () => loadPage(import('../../../features/notifications/notification-settings-page.tsx')),
    'NotificationSettingsPage',
  ),
});

export const notificationsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.notifications,
  staticData: { title: 'notifications:list.title' },
  validateSearch: readNotificationSearch,
  loader: () => loadTexts('notifications'),
  component: lazyRouteComponent(
    () => loadPage(import('../../../features/notifications/notifications-page.tsx')),
    'NotificationsPage',
  ),
});
