/**
 * Timers that close breakers of one group in the same minute do so one after the other, like a
 * batch command: a street's lamps all set to 18:00 do not start as one load. Open commands start no
 * load and do not wait.
 */

import { CLOSING_GAP_MS, GROUP_ORDER_LIFE_MS } from '@busbar/domain/switch/control-pace';
import { LATEST_RUN_MS } from '@busbar/domain/timer/next-run';
import { sql } from 'kysely';
import { PAIR_LOCKS } from '../../../storage/advisory-locks.ts';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import type { DueTimer } from './due-timer-queries.ts';

export interface ClosingTurn {
  /** No other process handles the group, and the previous close command is long enough ago. */
  readonly isOurs: boolean;
  /**
   * Other timers of this minute have been run up to now: a timer that still waits is late because
   * of its position in the queue, not because the platform was down. Limited to the life of a batch
   * command.
   */
  readonly isInLine: boolean;
}

export async function closingTurn(
  trx: Executor,
  { customerId, groupId }: Pick<DueTimer, 'customerId' | 'groupId'>,
  due: number,
  now: number,
): Promise<ClosingTurn> {
  const { rows: locks } = await sql<{ ours: boolean }>`
    select pg_try_advisory_xact_lock(${PAIR_LOCKS.closingTurns}::integer, ${groupId}::integer) as ours`.execute(
    trx,
  );
  const { rows } = await sql<{ last: number | null; of_minute: number | null }>`
    select max(r.recorded_at) as last,
      max(r.recorded_at) filter (where r.due_at = ${instant(due)}) as of_minute
    from device d
    join timer t on t.customer_id = d.customer_id and t.device_id = d.device_id
      and t.switch_order = 'close'
    join timer_run r on r.customer_id = t.customer_id and r.timer_id = t.timer_id
      and r.result = 'ordered' and r.due_at > ${instant(now - GROUP_ORDER_LIFE_MS)}
    where d.customer_id = ${customerId} and d.group_id = ${groupId}`.execute(trx);
  const { last, of_minute: ofMinute } = rows[0]!;
  return {
    isOurs: locks[0]!.ours && (last === null || now - last >= CLOSING_GAP_MS || now < last),
    isInLine:
      ofMinute !== null && now - ofMinute <= LATEST_RUN_MS && now - due <= GROUP_ORDER_LIFE_MS,
  };
}
