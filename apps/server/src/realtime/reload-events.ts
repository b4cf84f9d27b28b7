/** Builds events from ids sent by another process and the current content of the rows. */

import { alarmMessage } from '../areas/alarms/alarm-changes.ts';
import { readAlarms } from '../areas/alarms/alarm-queries.ts';
import { commandChanged } from '../areas/control/commands/command-events.ts';
import { commandOfCustomer } from '../areas/control/commands/command-queries.ts';
import { commandsChangedSince } from '../areas/control/commands/command-transition-queries.ts';
import { parametersOfSet } from '../areas/control/protection/parameter-queries.ts';
import { deviceUpdates } from '../areas/fleet/devices/device-update-queries.ts';
import { findNotification } from '../areas/messaging/notifications/notification-list.ts';
import type { BusEventName, BusMessage } from '../bus.ts';
import type { Context } from '../context.ts';
import type { DeviceKey, LinkMessage, News } from './link-message.ts';
import { reloadNews } from './reload-devices.ts';

const EVENT_OF_NEWS = {
  reading: 'reading.stored',
  switch: 'switch.reported',
  presence: 'presence.changed',
  slaves: 'slaves.reported',
  alarms: 'alarms.changed',
  lamps: 'lamps.checked',
  alarm: 'alarm.changed',
} as const satisfies Record<News, BusEventName>;

export async function reread(ctx: Context, message: LinkMessage): Promise<BusMessage[]> {
  switch (message.kind) {
    case 'hello':
      return [];
    case 'waiting': {
      const { customerId, commandId, link } = message;
      return [{ name: 'command.waiting', event: { customerId, commandId, linkDeviceCode: link } }];
    }
    case 'command':
      return reloadCommand(ctx, message.customerId, message.commandId);
    case 'parameters':
      return reloadParameters(ctx, message);
    case 'device':
      return [
        {
          name: 'device.changed',
          event: {
            customerId: message.customerId,
            deviceId: message.deviceId,
            deviceCode: message.code,
            credentialsEnded: message.ended,
          },
        },
      ];
    case 'line': {
      const { customerId, deviceId, code: deviceCode } = message;
      return [{ name: 'line.viewed', event: { customerId, deviceId, deviceCode } }];
    }
    case 'line-test': {
      const { customerId, deviceId, code: deviceCode, testId } = message;
      return [{ name: 'line.testRequested', event: { customerId, deviceId, deviceCode, testId } }];
    }
    case 'notification':
      return reloadNotification(ctx, message);
    case 'groups': {
      const { customerId, move, groups: groupIds } = message;
      return [{ name: 'groups.changed', event: { customerId, move, groupIds } }];
    }
    case 'sessions':
      return [{ name: 'session.ended', event: { tokenHashes: message.hashes } }];
    case 'jobs':
      return [{ name: 'jobs.due', event: { names: message.names } }];
    case 'news': {
      const { about, devices } = message;
      const wanted = devices.filter(([customerId, id]) =>
        ctx.bus.isWanted(EVENT_OF_NEWS[about], customerId, id),
      );
      if (wanted.length === 0) return [];
      if (about === 'alarm') return reloadAlarms(ctx, wanted);
      return reloadNews(ctx, about, wanted);
    }
  }
}

async function reloadAlarms(ctx: Context, keys: readonly DeviceKey[]): Promise<BusMessage[]> {
  const refs = keys.map(([customerId, id]) => ({ customerId, id }));
  const alarms = await readAlarms(ctx.database.db, refs);
  const now = ctx.clock.now();
  return alarms.map((alarm) => {
    const change =
      alarm.deletedAt !== null ? 'deleted' : alarm.endedAt !== null ? 'ended' : 'changed';
    return alarmMessage(alarm, change, now);
  });
}

/** Period of possibly missed events; longer than it takes to detect a lost connection. */
const MISSED_MS = 60_000;

/** Commands that changed state in the last minute, for when notifications may have been missed. */
export async function recentCommands(ctx: Context): Promise<BusMessage[]> {
  const since = ctx.clock.now() - MISSED_MS;
  const messages: BusMessage[] = [];
  for (const { customer_id, command_id } of await commandsChangedSince(ctx.database.db, since)) {
    messages.push(...(await reloadCommand(ctx, customer_id, command_id)));
  }
  return messages;
}

async function reloadCommand(
  ctx: Context,
  customerId: number,
  commandId: string,
): Promise<BusMessage[]> {
  const row = await commandOfCustomer(ctx.database.db, customerId, commandId);
  return row === undefined ? [] : [commandChanged(row)];
}

async function reloadParameters(
  ctx: Context,
  message: Extract<LinkMessage, { kind: 'parameters' }>,
): Promise<BusMessage[]> {
  const { customerId, deviceId, set } = message;
  const { db } = ctx.database;
  const row = await parametersOfSet(db, message);
  const [news] = await deviceUpdates(db, [[customerId, deviceId]], ctx.clock.now());
  if (row?.reported == null || news === undefined) return [];
  return [
    {
      name: 'parameters.read',
      event: {
        ...news.ref,
        set,
        values: row.reported,
        verified: row.verified,
        commandId: row.read_command_id ?? '',
        at: row.reported_at ?? ctx.clock.now(),
      },
    },
  ];
}

async function reloadNotification(
  ctx: Context,
  { customerId, userId, id }: Extract<LinkMessage, { kind: 'notification' }>,
): Promise<BusMessage[]> {
  const key = { customerId, userId };
  const found = id === null ? null : await findNotification(ctx.database.db, key, id);
  if (found === undefined) return [];
  return [{ name: 'notification.added', event: { ...key, notification: found } }];
}
