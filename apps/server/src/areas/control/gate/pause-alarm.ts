/**
 * The platform's alarm about a group whose breakers are paused because too large a share of them
 * was switched within minutes (docs/promises.md C10): an operator must check who did that. It is
 * raised once per pause, on the breaker of the refused command. It is active for the time window
 * over which the share is counted, and ends by itself.
 */
import { PAUSE_ALARM } from '@busbar/domain/alarm/active-alarm';
import type { BusMessage } from '../../../bus.ts';
import type { Actor } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { endPassed, passedEvent } from '../../alarms/passed-alarms.ts';
import { recordAlarms } from '../../alarms/record-alarms.ts';
import type { ControlTarget } from '../commands/control-target-queries.ts';
import { lockGroups } from './control-limits.ts';
import { isPaused } from './gate-queries.ts';

type Paused = Pick<ControlTarget, 'customerId' | 'deviceId' | 'groupId' | 'readAt'>;

/**
 * Raises the alarm and returns the events to publish after the commit, or undefined if a pause is
 * already active. Must be called before the refusal is logged.
 */
export async function raisePauseAlarm(
  ctx: Context,
  trx: Executor,
  actor: Actor,
  target: Paused,
): Promise<readonly BusMessage[] | undefined> {
  const { customerId, deviceId, readAt } = target;
  await lockGroups(ctx, trx, actor, [deviceId]);
  if (await isPaused(trx, target)) return undefined;
  const passed = await endPassed(trx, readAt, [PAUSE_ALARM]);
  const event = passedEvent(PAUSE_ALARM, { customerId, deviceId }, true, readAt, readAt);
  return [...passed, ...(await recordAlarms(trx, [{ event, hash: 1 }], readAt))];
}
