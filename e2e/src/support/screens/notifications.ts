/** Screens of notifications, forwarding and API keys. */
import {
  addApiKey,
  addNotificationType,
  showApiKey,
  showForwardingSecret,
} from '../acts/notifications.ts';
import type { Screen } from './screen.ts';

export const NOTIFICATIONS_SCREENS: readonly Screen[] = [
  { name: 'notification-setting', path: '/notification-setting', as: 'demo' },
  {
    name: 'notification-type',
    path: '/notification-setting',
    as: 'demo',
    act: addNotificationType,
  },
  { name: 'messages', path: '/notifications', as: 'demo' },
  { name: 'forwarding-secret', path: '/forwarding', as: 'demo', act: showForwardingSecret },
  { name: 'forwarding', path: '/forwarding', as: 'demo' },
  { name: 'forwarding-deliveries', path: '/forwarding?tab=deliveries', as: 'demo' },
  { name: 'forwarding-dead', path: '/forwarding?tab=dead', as: 'demo' },
  { name: 'api-key-new', path: '/apimanage', as: 'demo', act: addApiKey },
  { name: 'api-key-made', path: '/apimanage', as: 'demo', act: showApiKey },
  { name: 'api-keys', path: '/apimanage', as: 'demo' },
  { name: 'api-reference', path: '/interface', as: 'demo' },
  { name: 'api-reference-call', path: '/interface?q=api-keys#v2.api-keys.add', as: 'demo' },
];
