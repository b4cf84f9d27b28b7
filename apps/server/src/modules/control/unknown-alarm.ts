/**
 * The platform's own alarm about a command whose outcome stays unknown while its device is there
 * (promise C6): somebody has to look. Kept among the alarms the devices report, where the alarm
 * engine reads them; it ends with the command.
 */
import { sql } from 'kysely';
import { publishAll } from '../../bus.ts';
import type { Context } from '../../context.ts';
import type { Executor } from '../../storage/database.ts';
import { alarmsAnew } from '../devices/standing-alarms.ts';
import { databaseTime } from './command-time.ts';

const UNKNOWN_ALARM = 'commandUnknown';
/** Tells the beginning from the end of one alarm; its time is the command's expiry. */
const BEGUN = 1;
const ENDED = 0;

const COLUMNS = sql`
  (customer_id, device_id, occurred_at, received_at, alarm_type, kind, active, content_hash)`;

/** Harmless when it was raised already; nothing when the command has been settled meanwhile. */
export async function raiseUnknownAlarm(ctx: Context, commandId: string): Promise<void> {
  const { rows } = await sql<{ customer_id: number; device_id: number }>`
    insert into device_alarm_event ${COLUMNS}
    select customer_id, device_id, expires_at, ${databaseTime(ctx)},
      ${UNKNOWN_ALARM}, 'alarm', true, ${BEGUN}::int8
    from command where command_id = ${commandId} and state = 'unknown'
    on conflict do nothing
    returning customer_id, device_id`.execute(ctx.database.db);
  for (const { customer_id: customerId, device_id: deviceId } of rows) {
    publishAll(ctx.bus, await alarmsAnew(ctx, { customerId, deviceId }));
  }
}

/** Ends the alarm of each of these commands that has one. */
export async function endUnknownAlarms(
  ctx: Context,
  executor: Executor,
  customerId: number,
  commandIds: readonly string[],
): Promise<void> {
  await sql`
    insert into device_alarm_event ${COLUMNS}
    select c.customer_id, c.device_id, c.expires_at, ${databaseTime(ctx)},
      ${UNKNOWN_ALARM}, 'alarm', false, ${ENDED}::int8
    from command c
    join device_alarm_event begun on begun.customer_id = c.customer_id
      and begun.device_id = c.device_id and begun.occurred_at = c.expires_at
      and begun.alarm_type = ${UNKNOWN_ALARM} and begun.active
    where c.customer_id = ${customerId} and c.command_id in (${sql.join([...commandIds])})
    on conflict do nothing`.execute(executor);
}
