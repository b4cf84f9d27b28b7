/**
 * The platform's alarm about an offline device: raised when nothing was received from the device
 * for its offline time, ended at its next message. A device that was never seen has no alarm, and
 * after a start the devices first get time to reconnect.
 */
import { MISSED_INTERVALS, OFFLINE_AFTER_MS } from '@busbar/domain/device/presence';
import { sql } from 'kysely';
import { type DeviceRef, publishAll } from '../../bus.ts';
import type { Context } from '../../context.ts';
import { instant } from '../../storage/column-types.ts';
import type { Executor } from '../../storage/database.ts';
import type { AlarmEvent } from './alarm-event.ts';
import { endPassed, nextPassed } from './passed-alarms.ts';
import { recordAlarms } from './record-alarms.ts';

const MOST_AT_ONCE = 1_000;
const PATIENCE = sql`interval '1 second' * greatest(
  ${sql.lit(MISSED_INTERVALS)} * d.expected_interval_s, ${sql.lit(OFFLINE_AFTER_MS / 1000)})`;
const BEGUN = 1;
const ENDED = 0;

/** Time of the first run in this process: earlier offline devices cannot be detected. */
const lookedSince = new WeakMap<Context, number>();

interface Silent {
  readonly customerId: number;
  readonly deviceId: number;
  /** Time at which its offline time elapsed, or at which it was seen again. */
  readonly at: number;
}

/** Raises and ends time-driven alarms; resolves with true if more are due. */
export async function keepTimedAlarms(ctx: Context): Promise<boolean> {
  const now = ctx.clock.now();
  const since = lookedSince.get(ctx) ?? now;
  lookedSince.set(ctx, since);
  const { messages, isMore } = await ctx.database.transaction(async (trx) => {
    const passed = await endPassed(trx, now);
    const heard = await findBackOnline(trx);
    const ended = await recordAlarms(trx, heard.map(word(false, now)), now);
    const silent = now - since < OFFLINE_AFTER_MS ? [] : await findNewlyOffline(trx, now);
    const begun = await recordAlarms(trx, silent.map(word(true, now)), now);
    const isMore = heard.length === MOST_AT_ONCE || silent.length === MOST_AT_ONCE;
    return { messages: [...passed, ...ended, ...begun], isMore };
  });
  publishAll(ctx.bus, messages);
  return isMore;
}

/** Devices with an open alarm of this type at the last poll. */
const alarmedDevices = new WeakMap<Context['database'], ReadonlySet<number>>();

/**
 * Returns the time of the next time-driven change, epoch ms; null if there is none. A message from
 * a device, or a new alarm, moves that time later, never earlier.
 */
export async function nextTimedAlarm(ctx: Context): Promise<number | null> {
  const now = ctx.clock.now();
  const { rows } = await sql<{ silent: number | null; alarmed: number[] }>`
    select (select min(s.heard_at + ${PATIENCE}) from device_state s
        join device d on d.customer_id = s.customer_id and d.device_id = s.device_id
          and d.deleted_at is null
        where s.heard_at + ${PATIENCE} > ${instant(now)}) as silent,
      array(select device_id from alarm
        where alarm_type = 'deviceOffline' and ended_at is null) as alarmed
  `.execute(ctx.database.db);
  const { silent, alarmed } = rows[0]!;
  alarmedDevices.set(ctx.database, new Set(alarmed));
  // Devices that were already offline at the start are evaluated once they had the time to
  // reconnect.
  const evaluatedFrom = (lookedSince.get(ctx) ?? now) + OFFLINE_AFTER_MS;
  const times = [
    silent,
    evaluatedFrom > now ? evaluatedFrom : null,
    await nextPassed(ctx.database.db),
  ].filter((at) => at !== null);
  return times.length === 0 ? null : Math.min(...times);
}

/** Calls `wake` when a device with an open offline alarm is seen. */
export function wakeTimedAlarms({ bus, database }: Context, wake: () => void): () => void {
  const wakeIfAlarmed = ({ deviceId }: DeviceRef) => {
    if (alarmedDevices.get(database)?.has(deviceId)) wake();
  };
  const names = ['reading.stored', 'switch.reported', 'presence.changed'] as const;
  const ends = names.map((name) => bus.subscribe(name, wakeIfAlarmed));
  return () => {
    for (const end of ends) end();
  };
}

/**
 * Devices without such an alarm yet; most recently seen first, so that new ones are reported first.
 */
async function findNewlyOffline(trx: Executor, now: number): Promise<Silent[]> {
  const { rows } = await sql<Silent>`
    select s.customer_id as "customerId", s.device_id as "deviceId", s.heard_at + ${PATIENCE} as at
    from device_state s
    join device d on d.customer_id = s.customer_id and d.device_id = s.device_id
      and d.deleted_at is null
    where s.heard_at <= ${instant(now - OFFLINE_AFTER_MS)}
      and s.heard_at + ${PATIENCE} <= ${instant(now)}
      and not exists (select from alarm a
        where a.customer_id = s.customer_id and a.device_id = s.device_id
          and a.alarm_type = 'deviceOffline' and a.ended_at is null)
      -- An alarm that was deleted or ended while its device was offline is not raised again.
      and not exists (select from device_alarm_event e
        where e.customer_id = s.customer_id and e.device_id = s.device_id
          and e.occurred_at = s.heard_at + ${PATIENCE} and e.alarm_type = 'deviceOffline'
          and e.content_hash = ${sql.lit(BEGUN)})
    order by s.heard_at desc limit ${sql.lit(MOST_AT_ONCE)}`.execute(trx);
  return rows;
}

async function findBackOnline(trx: Executor): Promise<Silent[]> {
  const { rows } = await sql<Silent>`
    select a.customer_id as "customerId", a.device_id as "deviceId", s.heard_at as at
    from alarm a
    join device_state s on s.customer_id = a.customer_id and s.device_id = a.device_id
    where a.alarm_type = 'deviceOffline' and a.ended_at is null and s.heard_at > a.last_at
    order by a.customer_id, a.alarm_id limit ${sql.lit(MOST_AT_ONCE)}
    for update of a skip locked`.execute(trx);
  return rows;
}

function word(active: boolean, now: number) {
  return ({ customerId, deviceId, at }: Silent) => {
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
    };
    return { event, hash: active ? BEGUN : ENDED };
  };
}
