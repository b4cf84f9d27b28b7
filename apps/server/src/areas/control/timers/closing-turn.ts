/**
 * Timers that close breakers of one group at the same minute do so one after the other, like a
 * group order: a street's lamps all set to 18:00 do not start as one load. Openings start nothing
 * and wait for nobody.
 */

import { CLOSING_GAP_MS, GROUP_ORDER_LIFE_MS } from '@busbar/domain/switch/control-pace';
import { LATEST_RUN_MS } from '@busbar/domain/timer/next-run';
import { sql } from 'kysely';
import { PAIR_LOCKS } from '../../../storage/advisory-locks.ts';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import type { DueTimer } from './due-timer-repository.ts';

export interface ClosingTurn {
  /** Nobody else is at it, and the closing before is long enough ago. */
  readonly isOurs: boolean;
  /**
   * Turns of this very minute have been taken up to now: who still waits is late because of his
   * place in the line, not because the platform was away. For as long as a group order lives.
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
