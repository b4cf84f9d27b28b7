/**
 * Timers that close breakers of one group in the same minute run one after the other, like a batch
 * command: a street's lamps all set to 18:00 do not start as one load. Open commands start no load
 * and do not wait.
 */

import { BATCH_LIFE_MS, CLOSING_GAP_MS } from '@busbar/domain/switch/control-pace';
import { LATEST_RUN_MS } from '@busbar/domain/timer/next-run';
import type { Executor } from '../../../storage/database.ts';
import { tryLockPair } from '../../shared/lock-queries.ts';
import type { DueTimer } from './due-timer-queries.ts';
import { lastClosings } from './timer-run-queries.ts';

export interface ClosingStep {
  /** True if no other process handles the group and its last close command is long enough ago. */
  readonly isOurs: boolean;
  /**
   * True if timers of this minute or of earlier ones have been run up to now: a timer that still
   * waits is late because of its position in the queue, not because the platform was down. Limited
   * to the life of a batch command.
   */
  readonly isInLine: boolean;
}

export async function closingStep(
  trx: Executor,
  group: Pick<DueTimer, 'customerId' | 'groupId'>,
  due: number,
  now: number,
): Promise<ClosingStep> {
  const isLocked = await tryLockPair(trx, 'closingTurns', group.groupId);
  const { last, lastUpToDue } = await lastClosings(trx, group, due, now - BATCH_LIFE_MS);
  return {
    isOurs: isLocked && (last === null || now - last >= CLOSING_GAP_MS || now < last),
    isInLine:
      lastUpToDue !== null && now - lastUpToDue <= LATEST_RUN_MS && now - due <= BATCH_LIFE_MS,
  };
}
