/**
 * The platform's alarm about an offline device: raised when no message was received from the device
 * for the duration of its offline timeout, ended by its next message. A device that was never seen
 * has no alarm, and after a server start every offline timeout starts again, for three hours at most.
 */

import { OFFLINE_AFTER_MS } from '@busbar/domain/device/presence';
import { type DeviceRef, publishAll } from '../../bus.ts';
import type { Context } from '../../context.ts';
import type { AlarmEvent } from './alarm-event.ts';
import {
  BEGUN,
  ENDED,
  findBackOnline,
  findNewlyOffline,
  findNextOffline,
  MAX_AT_ONCE,
  type OfflineChange,
} from './offline-alarm-queries.ts';
import { nextPassed } from './passed-alarm-queries.ts';
import { endPassed } from './passed-alarms.ts';
import { recordAlarms } from './record-alarms.ts';

/** Time of the first run in this process. */
const lookedSince = new WeakMap<Context, number>();

/** Raises and ends time-driven alarms; resolves with true if more are due. */
export async function updateTimedAlarms(ctx: Context): Promise<boolean> {
  const now = ctx.clock.now();
  const since = lookedSince.get(ctx) ?? now;
  lookedSince.set(ctx, since);
  const { messages, isMore } = await ctx.database.transaction(async (trx) => {
    const passed = await endPassed(trx, now);
    const heard = await findBackOnline(trx);
    const ended = await recordAlarms(trx, heard.map(offlineEvent(false, now)), now);
    const silent = now - since < OFFLINE_AFTER_MS ? [] : await findNewlyOffline(trx, since, now);
    const begun = await recordAlarms(trx, silent.map(offlineEvent(true, now)), now);
    const isMore = heard.length === MAX_AT_ONCE || silent.length === MAX_AT_ONCE;
    return { messages: [...passed, ...ended, ...begun], isMore };
  });
  publishAll(ctx.bus, messages);
  return isMore;
}

/** Devices with an open offline alarm at the last poll. */
const alarmedDevices = new WeakMap<Context['database'], ReadonlySet<number>>();

/**
 * Returns the time of the next time-driven change, epoch ms; null if there is none. A message from
 * a device, or a new alarm, can only move that time later.
 */
export async function nextTimedAlarm(ctx: Context): Promise<number | null> {
  const now = ctx.clock.now();
  const since = lookedSince.get(ctx) ?? now;
  const { silent, alarmed } = await findNextOffline(ctx.database.db, since, now);
  alarmedDevices.set(ctx.database, new Set(alarmed));
  const times = [silent, await nextPassed(ctx.database.db)].filter((at) => at !== null);
  return times.length === 0 ? null : Math.min(...times);
}

/** Calls `wake` when a device with an open offline alarm is seen. */
export function wakeTimedAlarms({ bus, database }: Context, wake: () => void): () => void {
  const isAlarmed = (deviceId: number) => alarmedDevices.get(database)?.has(deviceId) === true;
  const wakeIfAlarmed = ({ deviceId }: DeviceRef) => {
    if (isAlarmed(deviceId)) wake();
  };
  const names = ['reading.stored', 'switch.reported', 'presence.changed'] as const;
  const ends = names.map((name) =>
    bus.subscribe(name, wakeIfAlarmed, (_customerId, deviceId) => isAlarmed(deviceId)),
  );
  return () => {
    for (const end of ends) end();
  };
}

function offlineEvent(active: boolean, now: number) {
  return ({ customerId, deviceId, at, intervalS }: OfflineChange) => {
    const event: AlarmEvent = {
      customerId,
      deviceId,
      type: 'deviceOffline',
      kind: 'alarm',
      phase: '',
      source: 'platform',
      active,
      at,
      arrivedAt: now,
      value: null,
      limit: null,
      endReason: 'heard',
      ...(intervalS === undefined ? {} : { facts: { intervalS } }),
    };
    return { event, hash: active ? BEGUN : ENDED };
  };
}
