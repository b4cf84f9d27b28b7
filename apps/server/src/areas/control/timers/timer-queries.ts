/** Inserts, updates and deletes rows of `timer`. */
import type { SwitchCommand } from '@busbar/domain/switch/interlock';
import type { WeeklyTime } from '@busbar/domain/timer/next-run';
import { sql } from 'kysely';
import type { Caller, Scope } from '../../../caller.ts';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import { waking } from '../../../wake-job.ts';

export interface TimerSetting extends WeeklyTime {
  readonly deviceId: number;
  readonly command: SwitchCommand;
  readonly enabled: boolean;
}

interface TimerWrite extends TimerSetting {
  readonly nextRunAt: number | undefined;
  /** Undefined if the timer is saved without a change. */
  readonly changedAt: number | undefined;
}

function columnsOf(timer: Omit<TimerWrite, 'changedAt'>) {
  return {
    device_id: timer.deviceId,
    days: timer.days,
    clock_time: timer.time,
    switch_order: timer.command,
    enabled: timer.enabled,
    next_run_at: timer.nextRunAt === undefined ? null : instant(timer.nextRunAt),
  };
}

const changeOf = (caller: Caller, changedAt: number) => ({
  changed_by: caller.userId,
  changed_at: instant(changedAt),
});

/** Returns the timer's id. */
export async function insertTimer(
  trx: Executor,
  caller: Caller,
  { changedAt, ...timer }: TimerWrite & { readonly changedAt: number },
): Promise<number> {
  const { timer_id } = await trx
    .insertInto('timer')
    .values({
      customer_id: caller.customerId,
      ...columnsOf(timer),
      ...changeOf(caller, changedAt),
    })
    .returning(['timer_id', waking('timers')])
    .executeTakeFirstOrThrow();
  return timer_id;
}

export async function updateTimer(
  trx: Executor,
  caller: Caller,
  timerId: number,
  { changedAt, ...timer }: TimerWrite,
): Promise<void> {
  await trx
    .updateTable('timer')
    .set({
      ...columnsOf(timer),
      ...(changedAt === undefined ? {} : changeOf(caller, changedAt)),
    })
    .where('customer_id', '=', caller.customerId)
    .where('timer_id', '=', timerId)
    .returning(waking('timers'))
    .execute();
}

/** Deletes timers with the records of their runs; their actions remain in the operation log. */
export async function deleteTimers(
  trx: Executor,
  { customerId }: Pick<Scope, 'customerId'>,
  timerIds: readonly number[],
): Promise<void> {
  for (const table of ['timer_run', 'timer'] as const) {
    await trx
      .deleteFrom(table)
      .where('customer_id', '=', customerId)
      .where('timer_id', 'in', timerIds)
      .execute();
  }
}

/**
 * Locks the timer until the transaction ends. Must be locked before the device, as in the due run
 * of the timer; the reverse order could deadlock.
 */
export async function lockTimer(
  trx: Executor,
  { customerId }: Scope,
  timerId: number,
): Promise<void> {
  await sql`
    select 1 from timer where customer_id = ${customerId} and timer_id = ${timerId}
    for no key update`.execute(trx);
}

/** Returns the timers of a device by clock time; a new timer must not coincide with one of them. */
export function timersOfDevice(
  executor: Executor,
  { customerId }: Scope,
  deviceId: number,
): Promise<{ id: number; days: number; time: string }[]> {
  return executor
    .selectFrom('timer')
    .select(['timer_id as id', 'days', 'clock_time as time'])
    .where('customer_id', '=', customerId)
    .where('device_id', '=', deviceId)
    .where('sun', 'is', null)
    .execute();
}
