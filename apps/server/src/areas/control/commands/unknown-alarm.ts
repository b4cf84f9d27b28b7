/**
 * The platform's alarm about a command whose outcome stays unknown while its device is connected
 * (docs/promises.md C6): an operator must check the device. It ends with the command, if no other
 * command of the device is still unknown.
 */
import { sql } from 'kysely';
import { type DeviceRef, publishAll } from '../../../bus.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import type { AlarmEvent } from '../../alarms/alarm-event.ts';
import { tellEnded } from '../../alarms/alarm-news.ts';
import { recordAlarms } from '../../alarms/record-alarms.ts';
import { databaseTime, epochMs } from '../../shared/database-time-queries.ts';

const UNKNOWN_ALARM = 'commandUnknown';
/**
 * Distinguishes the begin event of an alarm from its end event; its time is the command's expiry.
 */
const BEGUN = 1;
const ENDED = 0;

interface UnknownCommand {
  readonly customer_id: number;
  readonly device_id: number;
  readonly expires_at: number;
  readonly now: number;
}

/** Safe to repeat; does nothing if the command has been resolved in the meantime. */
export async function raiseUnknownAlarm(ctx: Context, commandId: string): Promise<void> {
  const messages = await ctx.database.transaction(async (trx) => {
    const { rows } = await sql<UnknownCommand>`
      select customer_id, device_id, expires_at, ${epochMs(databaseTime(ctx))} as now
      from command where command_id = ${commandId} and state = 'unknown'
      for update`.execute(trx);
    const [command] = rows;
    return command === undefined
      ? []
      : recordAlarms(trx, [word(command, true, command.expires_at)], command.now);
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
  const { rows } = await sql<UnknownCommand & { others: boolean }>`
    select c.customer_id, c.device_id, c.expires_at, ${epochMs(databaseTime(ctx))} as now
    from command c
    join device_alarm_event begun on begun.customer_id = c.customer_id
      and begun.device_id = c.device_id and begun.occurred_at = c.expires_at
      and begun.alarm_type = ${UNKNOWN_ALARM} and begun.active
    where c.customer_id = ${customerId} and c.command_id in (${sql.join([...commandIds])})
      and not exists (select 1 from command other
        where other.customer_id = c.customer_id and other.device_id = c.device_id
          and other.state = 'unknown' and other.command_id <> c.command_id)`.execute(executor);
  if (rows.length === 0) return;
  await recordAlarms(
    executor,
    rows.map((command) => word(command, false, command.now)),
    rows[0]!.now,
  );
}

/**
 * Publishes the end of the alarm after the commit, together with the command that was moved. Does
 * nothing if no alarm has ended.
 */
export function publishUnknownAlarmEnd(
  ctx: Context,
  { customerId, deviceId }: Pick<DeviceRef, 'customerId' | 'deviceId'>,
): Promise<void> {
  return tellEnded(ctx, customerId, deviceId, UNKNOWN_ALARM);
}

function word(command: UnknownCommand, active: boolean, at: number) {
  const event: AlarmEvent = {
    customerId: command.customer_id,
    deviceId: command.device_id,
    type: UNKNOWN_ALARM,
    kind: 'alarm',
    phase: '',
    source: 'platform',
    active,
    at,
    arrivedAt: command.now,
    value: null,
    limit: null,
    endReason: 'settled',
  };
  return { event, hash: active ? BEGUN : ENDED, occurredAt: command.expires_at };
}
