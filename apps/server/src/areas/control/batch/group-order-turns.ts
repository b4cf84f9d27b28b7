/**
 * Turn after turn of the group orders of a customer: one device passes the one gate, in the name of
 * the person who listed it, and what the gate says is written beside it in the same transaction.
 * One process at a time has a customer's turns. Between two closings that went out lies at least
 * `CLOSING_GAP_MS`; other turns come at a bounded pace. What had no turn within the order's life, or
 * before its session ended, gets none any more.
 */
import { may } from '@busbar/domain/access/permission';
import { done, type Refusal, refused } from '@busbar/domain/refusal';
import {
  CLOSING_GAP_MS,
  GROUP_ORDER_LIFE_MS,
  TURNS_PER_SECOND,
} from '@busbar/domain/switch/control-pace';
import { sql } from 'kysely';
import type { Actor } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { PAIR_LOCKS } from '../../../storage/advisory-locks.ts';
import type { Executor } from '../../../storage/database.ts';
import { readDatabaseTime } from '../../shared/database-time.ts';
import { isOpenCommandConflict } from '../commands/open-command-conflict.ts';
import { orderIn } from '../gate/control-service.ts';
import { endIdleOrders } from './group-order-repository.ts';
import {
  customersWithOrders,
  giveUpOverdue,
  lastClosing,
  nextTurn,
  recordTurn,
  type Turn,
  turnsSince,
} from './turn-repository.ts';

/** Turns at one look; the rest follows at the next one. */
const TURNS_PER_RUN = TURNS_PER_SECOND;

/** Takes the turns that are due; harmless to run at any time, in any process. */
export async function runGroupOrders(ctx: Context): Promise<void> {
  for (const customerId of await customersWithOrders(ctx.database.db)) {
    for (let turns = 0; turns < TURNS_PER_RUN; turns++) {
      if (!(await takeTurn(ctx, customerId))) break;
    }
  }
}

/** Waits until no turn of the customer is under way, and holds further ones up to the commit. */
export async function waitForTurns(trx: Executor, customerId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${PAIR_LOCKS.groupOrderTurns}::integer, ${customerId}::integer)`.execute(
    trx,
  );
}

/** False when there is none to take now. */
async function takeTurn(ctx: Context, customerId: number): Promise<boolean> {
  let turn: Turn | undefined;
  try {
    const tell = await ctx.database.transaction(async (trx) => {
      if (!(await isOurs(trx, customerId))) return undefined;
      turn = await dueTurn(ctx, trx, customerId);
      return turn && (await give(ctx, trx, turn));
    });
    tell?.();
  } catch (error) {
    if (turn === undefined || !isOpenCommandConflict(error)) throw error;
    await lose(ctx, turn);
  }
  return turn !== undefined;
}

async function isOurs(trx: Executor, customerId: number): Promise<boolean> {
  const { rows } = await sql<{ ours: boolean }>`
    select pg_try_advisory_xact_lock(${PAIR_LOCKS.groupOrderTurns}::integer, ${customerId}::integer) as ours`.execute(
    trx,
  );
  return rows[0]!.ours;
}

async function dueTurn(ctx: Context, trx: Executor, customerId: number): Promise<Turn | undefined> {
  const now = await readDatabaseTime(ctx, trx);
  await giveUpOverdue(trx, customerId, now);
  await endIdleOrders(trx, customerId, now);
  if ((await turnsSince(trx, customerId, now - 1_000)) >= TURNS_PER_SECOND) return undefined;
  return nextTurn(trx, customerId, await mayClose(trx, customerId, now));
}

/** One that has not gone out yet may go out at any moment: the next waits for it too. */
async function mayClose(trx: Executor, customerId: number, now: number): Promise<boolean> {
  const last = await lastClosing(trx, customerId, now - GROUP_ORDER_LIFE_MS);
  if (last === undefined) return true;
  if (last.state === 'queued') return false;
  return now - (last.sentAt ?? last.turnedAt) >= CLOSING_GAP_MS;
}

/** The gate's word, in the transaction of the turn; answers what is to be told after its commit. */
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
  await recordTurn(
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

/** Somebody was first at that breaker, in the same instant. */
async function lose(ctx: Context, turn: Turn): Promise<void> {
  const refusal: Refusal = 'control-busy';
  await ctx.database.transaction(async (trx) => {
    const now = await readDatabaseTime(ctx, trx);
    await recordTurn(trx, turn, { state: 'refused', reason: refusal }, now);
    await endIdleOrders(trx, turn.customerId, now);
  });
}

function actorOf(turn: Turn): Actor {
  const { customerId, userId, userName, role, permissions, address, groupId } = turn;
  const tokenHash = turn.sessionHash;
  return { customerId, groupId, userId, userName, role, permissions, tokenHash, address };
}
