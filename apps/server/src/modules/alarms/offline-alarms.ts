/**
 * The platform's own alarm about a device that is not heard any more: raised when it has been
 * silent for its offline time, ended when it speaks. A device that was never heard has none, and
 * after a start the devices are given the time to come back first.
 */
import { MISSED_INTERVALS, OFFLINE_AFTER_MS } from '@busbar/domain/device/presence';
import { sql } from 'kysely';
import { publishAll } from '../../bus.ts';
import type { Context } from '../../context.ts';
import { instant } from '../../storage/column-types.ts';
import type { Executor } from '../../storage/database.ts';
import type { AlarmEvent } from './alarm-event.ts';
import { endPassed } from './passed-alarms.ts';
import { recordAlarms } from './record-alarms.ts';

const MOST_AT_ONCE = 1_000;
const BEGUN = 1;
const ENDED = 0;

/** When the jobs of a process first looked: before that nobody can say who was silent. */
const lookedSince = new WeakMap<Context, number>();

interface Silent {
  readonly customerId: number;
  readonly deviceId: number;
  /** When it fell silent for too long, or was heard again. */
  readonly at: number;
}

/** Raises and ends what time alone decides. */
export async function keepTimedAlarms(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  const since = lookedSince.get(ctx) ?? now;
  lookedSince.set(ctx, since);
  const messages = await ctx.database.transaction(async (trx) => [
    ...(await endPassed(trx, now)),
    ...(await recordAlarms(trx, (await heardAgain(trx)).map(word(false, now)), now)),
    ...(now - since < OFFLINE_AFTER_MS
      ? []
      : await recordAlarms(trx, (await fallenSilent(trx, now)).map(word(true, now)), now)),
  ]);
  publishAll(ctx.bus, messages);
}

/** Those that have no such alarm yet, longest silent last, so that new ones are told first. */
async function fallenSilent(trx: Executor, now: number): Promise<Silent[]> {
  const patience = sql`interval '1 second' * greatest(
    ${sql.lit(MISSED_INTERVALS)} * d.expected_interval_s, ${sql.lit(OFFLINE_AFTER_MS / 1000)})`;
  const { rows } = await sql<Silent>`
    select s.customer_id as "customerId", s.device_id as "deviceId", s.heard_at + ${patience} as at
    from device_state s
    join device d on d.customer_id = s.customer_id and d.device_id = s.device_id
      and d.deleted_at is null
    where s.heard_at <= ${instant(now - OFFLINE_AFTER_MS)}
      and s.heard_at + ${patience} <= ${instant(now)}
      and not exists (select from alarm a
        where a.customer_id = s.customer_id and a.device_id = s.device_id
          and a.alarm_type = 'deviceOffline' and a.ended_at is null)
      -- One that was deleted or ended while it was silent is not raised for the same silence.
      and not exists (select from device_alarm_event e
        where e.customer_id = s.customer_id and e.device_id = s.device_id
          and e.occurred_at = s.heard_at + ${patience} and e.alarm_type = 'deviceOffline'
          and e.content_hash = ${sql.lit(BEGUN)})
    order by s.heard_at desc limit ${sql.lit(MOST_AT_ONCE)}`.execute(trx);
  return rows;
}

async function heardAgain(trx: Executor): Promise<Silent[]> {
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
