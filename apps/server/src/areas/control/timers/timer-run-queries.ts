/** Rows of `timer_run`: the recorded runs of timers. */
import { sql } from 'kysely';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import { isCounted } from '../../shared/counted-device-queries.ts';
import type { DueTimer, TimerKey } from './due-timer-queries.ts';

export interface RunResult {
  readonly result: 'ordered' | 'refused' | 'missed' | 'device';
  readonly reason?: string;
  readonly commandId?: string;
  /** Publishes the command of the run; must be called after the commit. */
  readonly publish?: (() => void) | undefined;
}

/** True if that minute is already recorded: a clock was set back, or the timer was set again. */
export async function isRecorded(
  trx: Executor,
  { customerId, timerId }: TimerKey,
  due: number,
): Promise<boolean> {
  const row = await trx
    .selectFrom('timer_run')
    .select('due_at')
    .where('customer_id', '=', customerId)
    .where('timer_id', '=', timerId)
    .where('due_at', '=', instant(due))
    .executeTakeFirst();
  return row !== undefined;
}

/** Throws if the minute is already recorded, which rolls back the command issued for it. */
export async function recordRun(
  trx: Executor,
  { customerId, timerId }: TimerKey,
  due: number,
  now: number,
  { result, reason, commandId }: RunResult,
): Promise<void> {
  await trx
    .insertInto('timer_run')
    .values({
      customer_id: customerId,
      timer_id: timerId,
      due_at: instant(due),
      result,
      reason: reason ?? null,
      command_id: commandId ?? null,
      recorded_at: instant(now),
    })
    .execute();
}

/** Purges runs older than `before`, returns their number. The operation log keeps their actions. */
export async function purgeRuns(executor: Executor, before: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from timer_run where due_at < ${instant(before)}`.execute(executor);
  return Number(numAffectedRows ?? 0);
}

/**
 * Returns the times of the last close commands by timers of the group: of all due minutes after
 * `since`, and of those up to the minute `due`; null if there is none. Closing a simulated breaker
 * loads no supply, so it delays no other.
 */
export async function lastClosings(
  trx: Executor,
  { customerId, groupId }: Pick<DueTimer, 'customerId' | 'groupId'>,
  due: number,
  since: number,
): Promise<{ readonly last: number | null; readonly lastUpToDue: number | null }> {
  const { rows } = await sql<{ last: number | null; lastUpToDue: number | null }>`
    select max(r.recorded_at) as last,
      max(r.recorded_at) filter (where r.due_at <= ${instant(due)}) as "lastUpToDue"
    from device d
    join timer t on t.customer_id = d.customer_id and t.device_id = d.device_id
      and t.switch_order = 'close'
    join timer_run r on r.customer_id = t.customer_id and r.timer_id = t.timer_id
      and r.result = 'ordered' and r.due_at > ${instant(since)}
    where d.customer_id = ${customerId} and d.group_id = ${groupId} and ${isCounted('d')}`.execute(
    trx,
  );
  return rows[0]!;
}
