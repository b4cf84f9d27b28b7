/** A message of the list as calls and the real-time channel show it. */

import { MESSAGE_TEXTS } from './message-texts.ts';
import type { StoredNotification } from './notification-list.ts';
import { typeName } from './render-message.ts';

export function presentNotification({ id, what, at, readAt, alarmId, detail }: StoredNotification) {
  return {
    id,
    what,
    at,
    read: readAt !== null,
    alarm_id: alarmId,
    device_code: detail.deviceCode,
    device_name: detail.deviceName,
    alarm_type: `${typeName(MESSAGE_TEXTS.zh, detail.type)}:${typeName(MESSAGE_TEXTS.en, detail.type)}`,
    type: detail.type,
    kind: detail.kind,
    phase: detail.phase,
    value: detail.value,
    limit: detail.limit,
    opened_at: detail.openedAt,
  };
}
