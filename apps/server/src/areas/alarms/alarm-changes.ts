/**
 * Effects of alarm changes: rows for the notification workers and messages for open screens. Both
 * are created in the transaction of the alarm itself (docs/promises.md D4), so that nothing is
 * reported that was not committed.
 */

import { type BusMessage, publishAll } from '../../bus.ts';
import type { Context } from '../../context.ts';
import { instant } from '../../storage/column-types.ts';
import type { Executor } from '../../storage/database.ts';
import { alarmMessages } from '../fleet/devices/open-alarm-queries.ts';
import { type AlarmRow, insertAlarmEvents, readAlarms, readJustEnded } from './alarm-queries.ts';

export interface AlarmChange {
  readonly customerId: number;
  readonly id: number;
  readonly opened: boolean;
  readonly ended: boolean;
  readonly quiet: boolean;
}

/** Returns the events to publish after the commit. */
export async function writeAlarmChanges(
  trx: Executor,
  news: readonly AlarmChange[],
  now: number,
): Promise<BusMessage[]> {
  const events = news.flatMap(({ customerId, id, opened, ended, quiet }) =>
    (['opened', 'ended'] as const)
      .filter((what) => (what === 'opened' ? opened : ended))
      .map((what) => ({ customer_id: customerId, alarm_id: id, what, at: instant(now), quiet })),
  );
  if (events.length > 0) await insertAlarmEvents(trx, events);
  const alarms = await readAlarms(trx, news);
  const changed = new Map(news.map((one) => [one.id, one]));
  const messages: BusMessage[] = alarms.map((alarm) => {
    const { opened, ended } = changed.get(alarm.id)!;
    return alarmMessage(alarm, ended ? 'ended' : opened ? 'opened' : 'changed', now);
  });
  const refs = alarms.map(refOf);
  return [...messages, ...(await alarmMessages(trx, refs, now))];
}

export function refOf({ customerId, deviceId, deviceCode, groupPath }: AlarmRow) {
  return { customerId, deviceId, deviceCode, groupPath };
}

export function alarmMessage(
  alarm: AlarmRow,
  change: 'opened' | 'changed' | 'ended' | 'deleted',
  at: number,
): BusMessage {
  return { name: 'alarm.changed', event: { ...refOf(alarm), alarm, change, at } };
}

/** Publishes the device's just-ended alarms of this type, for callers outside the transaction. */
export async function publishEndedAlarms(
  ctx: Context,
  customerId: number,
  deviceId: number,
  type: string,
): Promise<void> {
  const { db } = ctx.database;
  const now = ctx.clock.now();
  const ended = await readJustEnded(db, customerId, deviceId, type, now);
  if (ended.length === 0) return;
  publishAll(
    ctx.bus,
    ended.map((alarm) => alarmMessage(alarm, 'ended', now)),
  );
  publishAll(ctx.bus, await alarmMessages(db, ended.map(refOf), now));
}
