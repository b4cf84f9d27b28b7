/** Builds the events of devices from their ids and the current content of the rows. */

import { slaveTableOf } from '../areas/control/slaves/slave-queries.ts';
import { type DeviceUpdate, deviceUpdates } from '../areas/fleet/devices/device-update-queries.ts';
import { findLock } from '../areas/fleet/devices/lock-queries.ts';
import { alarmMessages } from '../areas/fleet/devices/open-alarm-queries.ts';
import { latestReadings } from '../areas/fleet/readings/latest-queries.ts';
import { rebuildLampEvents } from '../areas/sites/lamp-checks/missed-lamp-checks.ts';
import type { BusMessage, DeviceRef } from '../bus.ts';
import type { Context } from '../context.ts';
import type { Executor } from '../storage/database.ts';
import type { DeviceKey, News } from './link-message.ts';

export async function reloadNews(
  { database, clock }: Context,
  about: Exclude<News, 'alarm'>,
  keys: readonly DeviceKey[],
): Promise<BusMessage[]> {
  const { db } = database;
  const now = clock.now();
  const updates = await deviceUpdates(db, keys, now);
  const refs = updates.map(({ ref }) => ref);
  if (about === 'reading') return reloadReadings(db, refs);
  if (about === 'alarms') return alarmMessages(db, refs, now);
  const messages: BusMessage[] = [];
  for (const update of updates) messages.push(...(await reloadUpdate(db, about, update, now)));
  return messages;
}

async function reloadUpdate(
  db: Executor,
  about: Exclude<News, 'alarm' | 'alarms' | 'reading'>,
  { ref, presence, csq, heardAt, action, switchSince, switchCommandId }: DeviceUpdate,
  now: number,
): Promise<BusMessage[]> {
  const { customerId, deviceId } = ref;
  switch (about) {
    case 'presence':
      return [{ name: 'presence.changed', event: { ...ref, presence, csq, heardAt, at: now } }];
    case 'switch':
      if (action === undefined || switchSince === null) return [];
      return [
        {
          name: 'switch.reported',
          event: {
            ...ref,
            action,
            at: switchSince,
            commandId: switchCommandId,
            lock: await findLock(db, customerId, deviceId, action),
          },
        },
      ];
    case 'slaves': {
      const slaves = (await slaveTableOf(db, customerId, deviceId))?.slaves;
      return slaves === undefined ? [] : [{ name: 'slaves.reported', event: { ...ref, slaves } }];
    }
    case 'lamps':
      return rebuildLampEvents(db, ref);
  }
}

/** Reads the newest readings of all devices of a customer at once: readings are the most frequent. */
async function reloadReadings(db: Executor, refs: readonly DeviceRef[]): Promise<BusMessage[]> {
  const messages: BusMessage[] = [];
  for (const customerId of new Set(refs.map((ref) => ref.customerId))) {
    const devices = refs.filter((ref) => ref.customerId === customerId);
    const ids = devices.map(({ deviceId }) => deviceId);
    const readings = await latestReadings(db, customerId, ids);
    for (const ref of devices) {
      const { measurement, registers } = readings.get(ref.deviceId) ?? {};
      if (measurement !== undefined) {
        const event = { ...ref, ...measurement, latest: true };
        messages.push({ name: 'reading.stored', event });
      }
      if (registers !== undefined) {
        messages.push({ name: 'reading.stored', event: { ...ref, ...registers, latest: true } });
      }
    }
  }
  return messages;
}
