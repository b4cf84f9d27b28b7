import { useQueryClient } from '@tanstack/react-query';
import type { Answer } from '../../../lib/calls/call-types.ts';
import { refetchCalls, useCallMutation, useCallQuery } from '../../../lib/calls/use-call.ts';

export type NotificationSettings = Answer<'v2.notification-settings'>['data'];
export type NotificationWay = 'in_app' | 'mail' | 'push';

export function useNotificationSettings() {
  return useCallQuery('v2.notification-settings', {}, { select: ({ data }) => data });
}

export function useSettingsChanges() {
  const client = useQueryClient();
  return {
    change: useCallMutation('v2.notification-settings.change'),
    test: useCallMutation('v2.notification-test'),
    subscribe: useCallMutation('v2.notification-push'),
    unsubscribe: useCallMutation('v2.notification-push.remove'),
    tested: () => refetchCalls(client, 'v2.first-steps'),
    followed: () => refetchCalls(client, 'v2.notification-settings'),
  };
}
