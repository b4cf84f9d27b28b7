/**
 * The platform's alarm about a command whose outcome stays unknown while its device is connected
 * (docs/promises.md C6): an operator must check the device. The alarm ends when the outcome is
 * resolved, if no other command of the device is still unknown.
 */
import type { AlarmFacts } from '@busbar/domain/alarm/alarm-facts';
import { type DeviceRef, publishAll } from '../../../bus.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { publishEndedAlarms } from '../../alarms/alarm-changes.ts';
import type { AlarmEvent } from '../../alarms/alarm-event.ts';
import { recordAlarms } from '../../alarms/record-alarms.ts';
import { readDatabaseTime } from '../../shared/database-time-queries.ts';
import {
  commandsOfEndedAlarms,
  lockUnknownCommand,
  UNKNOWN_ALARM,
  type UnknownCommand,
} from './unknown-command-queries.ts';

/**
 * Event hashes that distinguish the begin event of an alarm from its end event: both have the
 * expiry of the command as their time.
 */
const BEGUN = 1;
const ENDED = 0;

/** Raises the alarm; safe to repeat. Does nothing if the command has since been resolved. */
export async function raiseUnknownAlarm(
  ctx: Context,
  customerId: number,
  commandId: string,
): Promise<void> {
  const messages = await ctx.database.transaction(async (trx) => {
    const command = await lockUnknownCommand(trx, customerId, commandId);
    if (command === undefined) return [];
    const now = await readDatabaseTime(ctx, trx);
    return recordAlarms(trx, [unknownEvent(command, true, command.expires_at, now)], now);
  });
  publishAll(ctx.bus, messages);
}

/** Ends the alarms that exist for these commands. */
export async function endUnknownAlarms(
  ctx: Context,
  executor: Executor,
  customerId: number,
  commandIds: readonly string[],
): Promise<void> {
  const commands = await commandsOfEndedAlarms(executor, customerId, commandIds);
  if (commands.length === 0) return;
  const now = await readDatabaseTime(ctx, executor);
  await recordAlarms(
    executor,
    commands.map((command) => unknownEvent(command, false, now, now)),
    now,
  );
}

/** Publishes the alarm's end, if any, after the commit that resolved the command. */
export function publishUnknownAlarmEnd(
  ctx: Context,
  { customerId, deviceId }: Pick<DeviceRef, 'customerId' | 'deviceId'>,
): Promise<void> {
  return publishEndedAlarms(ctx, customerId, deviceId, UNKNOWN_ALARM);
}

function unknownEvent(command: UnknownCommand, active: boolean, at: number, now: number) {
  const event: AlarmEvent = {
    customerId: command.customer_id,
    deviceId: command.device_id,
    type: UNKNOWN_ALARM,
    kind: 'alarm',
    phase: '',
    source: 'platform',
    active,
    at,
    arrivedAt: now,
    value: null,
    limit: null,
    endReason: 'settled',
    ...(active ? { facts: factsOf(command) } : {}),
  };
  return { event, hash: active ? BEGUN : ENDED, occurredAt: command.expires_at };
}

/** A command that switches nothing has no name. */
const factsOf = ({ switch_order, sent_at, created_at }: UnknownCommand): AlarmFacts =>
  switch_order === null ? {} : { command: switch_order, sentAt: sent_at ?? created_at };
