/**
 * Processes the batch commands of a customer turn by turn: one device passes the single command
 * gate, in the name of the user who listed it, and the result is stored in the same transaction.
 * One process at a time handles the turns of a customer. Two close commands that were sent are at
 * least `CLOSING_GAP_MS` apart; other turns are rate-limited. A device that had no turn within the
 * life of the batch command, or before the session of its user ended, gets none.
 */
import { may } from '@busbar/domain/access/permission';
import { done, type Refusal, refused } from '@busbar/domain/refusal';
import {
  CLOSING_GAP_MS,
  COMMANDS_PER_SECOND,
  GROUP_ORDER_LIFE_MS,
} from '@busbar/domain/switch/control-pace';
import type { Actor } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { readDatabaseTime } from '../../shared/database-time-queries.ts';
import { tryLockPair } from '../../shared/lock-queries.ts';
import { isOpenCommandConflict } from '../commands/open-command-conflict.ts';
import { orderIn } from '../gate/control-service.ts';
import {
  abandonOverdue,
  customersWithOrders,
  endIdleOrders,
  lastClosing,
  nextStep,
  recordStep,
  stepsSince,
  type Turn,
} from './step-queries.ts';

/** Turns per run; the remainder follows in the next run. */
const STEPS_PER_RUN = COMMANDS_PER_SECOND;

/** Processes the turns that are due; safe to run at any time, in any process. */
export async function runGroupOrders(ctx: Context): Promise<void> {
  for (const customerId of await customersWithOrders(ctx.database.db)) {
    for (let turns = 0; turns < STEPS_PER_RUN; turns++) {
      if (!(await claimStep(ctx, customerId))) break;
    }
  }
}

/** Returns false if no turn is due. */
async function claimStep(ctx: Context, customerId: number): Promise<boolean> {
  let turn: Turn | undefined;
  try {
    const tell = await ctx.database.transaction(async (trx) => {
      if (!(await tryLockPair(trx, 'groupOrderTurns', customerId))) return undefined;
      turn = await dueStep(ctx, trx, customerId);
      return turn && (await give(ctx, trx, turn));
    });
    tell?.();
  } catch (error) {
    if (turn === undefined || !isOpenCommandConflict(error)) throw error;
    await lose(ctx, turn);
  }
  return turn !== undefined;
}

async function dueStep(ctx: Context, trx: Executor, customerId: number): Promise<Turn | undefined> {
  const now = await readDatabaseTime(ctx, trx);
  await abandonOverdue(trx, customerId, now);
  await endIdleOrders(trx, customerId, now);
  if ((await stepsSince(trx, customerId, now - 1_000)) >= COMMANDS_PER_SECOND) return undefined;
  return nextStep(trx, customerId, await mayClose(trx, customerId, now));
}

/**
 * A close command that has not been sent may be sent at any moment, so the next one waits for it
 * too.
 */
async function mayClose(trx: Executor, customerId: number, now: number): Promise<boolean> {
  const last = await lastClosing(trx, customerId, now - GROUP_ORDER_LIFE_MS);
  if (last === undefined) return true;
  if (last.state === 'queued') return false;
  return now - (last.sentAt ?? last.turnedAt) >= CLOSING_GAP_MS;
}

/**
 * Passes the command gate in the transaction of the turn; returns the publisher to run after the
 * commit.
 */
async function give(ctx: Context, trx: Executor, turn: Turn): Promise<(() => void) | undefined> {
  const actor = actorOf(turn);
  const { outcome, tell } = may(turn, 'device.switch')
    ? await orderIn(ctx, trx, actor, {
        device: turn.deviceId,
        order: turn.order,
        reason: turn.reason ?? undefined,
        until: turn.until ?? undefined,
        endsBy: turn.endsAt,
        groupOrderId: turn.groupOrderId,
        source: 'v2.device.control.batch',
        stepUp: done(turn.steppedUp),
      })
    : { outcome: refused('forbidden'), tell: undefined };
  const now = await readDatabaseTime(ctx, trx);
  await recordStep(
    trx,
    turn,
    outcome.ok
      ? { state: 'ordered', commandId: outcome.value.commandId }
      : { state: 'refused', reason: outcome.refusal, detail: outcome.detail },
    now,
  );
  await endIdleOrders(trx, turn.customerId, now);
  return tell;
}

/** Records the refusal if another command reached that breaker at the same instant. */
async function lose(ctx: Context, turn: Turn): Promise<void> {
  const refusal: Refusal = 'control-busy';
  await ctx.database.transaction(async (trx) => {
    const now = await readDatabaseTime(ctx, trx);
    await recordStep(trx, turn, { state: 'refused', reason: refusal }, now);
    await endIdleOrders(trx, turn.customerId, now);
  });
}

function actorOf(turn: Turn): Actor {
  const { customerId, userId, userName, role, permissions, address, groupId } = turn;
  const tokenHash = turn.sessionHash;
  return { customerId, groupId, userId, userName, role, permissions, tokenHash, address };
}
