/** Commands whose outcome is unknown, and their alarms. */
import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { databaseTime, epochMs } from '../../shared/database-time-queries.ts';
import { UNKNOWN_AFTER_MS } from './open-command-queries.ts';

export const UNKNOWN_ALARM = 'commandUnknown';

export interface UnknownCommand {
  readonly customer_id: number;
  readonly device_id: number;
  readonly expires_at: number;
  readonly now: number;
}

/** Returns undefined if the command has been resolved in the meantime. */
export async function lockUnknownCommand(
  ctx: Context,
  trx: Executor,
  commandId: string,
): Promise<UnknownCommand | undefined> {
  const { rows } = await sql<UnknownCommand>`
    select customer_id, device_id, expires_at, ${epochMs(databaseTime(ctx))} as now
    from command where command_id = ${commandId} and state = 'unknown'
    for update`.execute(trx);
  return rows[0];
}

/** Those of the commands that have an alarm and are the last unknown one of their device. */
export async function commandsOfEndedAlarms(
  ctx: Context,
  executor: Executor,
  customerId: number,
  commandIds: readonly string[],
): Promise<UnknownCommand[]> {
  const { rows } = await sql<UnknownCommand>`
    select c.customer_id, c.device_id, c.expires_at, ${epochMs(databaseTime(ctx))} as now
    from command c
    join device_alarm_event begun on begun.customer_id = c.customer_id
      and begun.device_id = c.device_id and begun.occurred_at = c.expires_at
      and begun.alarm_type = ${UNKNOWN_ALARM} and begun.active
    where c.customer_id = ${customerId} and c.command_id in (${sql.join([...commandIds])})
      and not exists (select 1 from command other
        where other.customer_id = c.customer_id and other.device_id = c.device_id
          and other.state = 'unknown' and other.command_id <> c.command_id)`.execute(executor);
  return rows;
}

export interface UnknownSwitching {
  readonly command_id: string;
  readonly link_device_code: string;
  /** Time since the outcome became unknown, ms. */
  readonly unknown_ms: number;
}

export function unknownSwitchings(ctx: Context): Promise<UnknownSwitching[]> {
  const unknownMs = sql<number>`extract(epoch from ${databaseTime(ctx)} - expires_at)::float8
    * 1000 - ${UNKNOWN_AFTER_MS}`;
  return ctx.database.db
    .selectFrom('command')
    .select(['command_id', 'link_device_code', unknownMs.as('unknown_ms')])
    .where('state', '=', 'unknown')
    .where('kind', 'in', ['switch', 'slaves'])
    .execute();
}
