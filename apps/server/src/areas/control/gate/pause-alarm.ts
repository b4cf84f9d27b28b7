/**
 * The platform's alarm about a group whose breakers are paused because a share of them was switched
 * within minutes (docs/promises.md C10): an operator must check who does that. It is raised once
 * per pause, on the breaker of the refused command. It is active for as long as the share is
 * counted over, and ends by itself.
 */
import { PAUSE_ALARM } from '@busbar/domain/alarm/standing-alarm';
import { GROUP_SHARE_WINDOW_MS } from '@busbar/domain/switch/control-pace';
import { sql } from 'kysely';
import type { BusMessage } from '../../../bus.ts';
import type { Actor } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import { endPassed, passingWord } from '../../alarms/passed-alarms.ts';
import { recordAlarms } from '../../alarms/record-alarms.ts';
import type { ControlTarget } from '../commands/control-target.ts';
import { lockGroups } from './control-limits.ts';

type Paused = Pick<ControlTarget, 'customerId' | 'deviceId' | 'groupId' | 'readAt'>;

/**
 * Must be called before the refusal is logged; returns undefined if a pause is already active.
 * Otherwise returns the events to publish after the commit.
 */
export async function raisePauseAlarm(
  ctx: Context,
  trx: Executor,
  actor: Actor,
  { customerId, deviceId, groupId, readAt }: Paused,
): Promise<readonly BusMessage[] | undefined> {
  await lockGroups(ctx, trx, actor, [deviceId]);
  const since = instant(readAt - GROUP_SHARE_WINDOW_MS);
  // In a burst of refusals the log query alone answers; the alarms are queried only if it finds
  // nothing.
  const { rows } = await sql`
    select 1
    where not exists (select 1 from operation_log l
        where l.customer_id = ${customerId} and l.logged_at > ${since}
          and l.group_id = ${groupId} and l.device_id is not null
          and l.status = 'refused:group-share-exceeded')
      and not exists (select 1 from device d
        join device_alarm_event e on e.customer_id = d.customer_id and e.device_id = d.device_id
          and e.occurred_at > ${since} and e.alarm_type = ${PAUSE_ALARM} and e.active
        where d.customer_id = ${customerId} and d.group_id = ${groupId})`.execute(trx);
  if (rows.length === 0) return undefined;
  const passed = await endPassed(trx, readAt, [PAUSE_ALARM]);
  const event = passingWord(PAUSE_ALARM, { customerId, deviceId }, true, readAt, readAt);
  return [...passed, ...(await recordAlarms(trx, [{ event, hash: 1 }], readAt))];
}
