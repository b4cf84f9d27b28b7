/** Alarms as the alarm service writes them: the row, and its event in the same transaction. */
import { sql } from 'kysely';
import type { Context } from '../../src/context.ts';
import type { Executor } from '../../src/storage/database.ts';

export interface AlarmOf {
  readonly customerId: number;
  readonly deviceId: number;
  readonly type?: string;
  readonly phase?: string;
  readonly quiet?: boolean;
}

/** Opens an alarm and returns its id. */
export function openAlarm(ctx: Context, of: AlarmOf): Promise<number> {
  const now = new Date(ctx.clock.now());
  return ctx.database.transaction(async (trx) => {
    const { rows } = await sql<{ id: number }>`
      insert into alarm (customer_id, device_id, group_id, alarm_type, kind, priority, phase, source,
        opened_at, day, last_at, count, first_value, last_value, peak_value, limit_value)
      select customer_id, device_id, group_id, ${of.type ?? 'overVoltage'}, 'alarm', 2,
        ${of.phase ?? 'A'}, 'device', ${now}::timestamptz, ${now}::timestamptz::date, ${now}, 1,
        281.2, 281.2, 281.2, 275
      from device where customer_id = ${of.customerId} and device_id = ${of.deviceId}
      returning alarm_id as id`.execute(trx);
    const { id } = rows[0]!;
    await tell(trx, of, id, 'opened', now);
    return id;
  });
}

export function endAlarm(ctx: Context, of: AlarmOf, id: number): Promise<void> {
  return change(ctx, of, id, 'ended');
}

export function handleAlarm(ctx: Context, of: AlarmOf, id: number): Promise<void> {
  return change(ctx, of, id, 'handled');
}

function change(ctx: Context, of: AlarmOf, id: number, what: 'ended' | 'handled'): Promise<void> {
  const now = new Date(ctx.clock.now());
  return ctx.database.transaction(async (trx) => {
    await sql`update alarm set ${sql.ref(`${what}_at`)} = ${now}
      where customer_id = ${of.customerId} and alarm_id = ${id}`.execute(trx);
    await tell(trx, of, id, what, now);
  });
}

async function tell(trx: Executor, of: AlarmOf, id: number, what: string, at: Date): Promise<void> {
  await sql`insert into alarm_news (customer_id, alarm_id, what, at, quiet)
    values (${of.customerId}, ${id}, ${what}, ${at}, ${of.quiet ?? false})`.execute(trx);
}
