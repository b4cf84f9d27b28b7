/**
 * The account of what was due, kept for every timer whoever runs it. A timer's row is locked, its
 * due minutes are written under their key, the one of now is ordered through the one gate and the
 * next one is set, all in one transaction: a restart, a second process or a clock that is set back
 * finds the minute taken. What is over a minute late is written as missed and never caught up; a
 * closing that waits for its turn among those of its minute (`closing-turn.ts`) is in time.
 */

import { LOG_MODULES } from '@busbar/domain/audit/log-words';
import { done, type Refusal } from '@busbar/domain/refusal';
import { isMissed, LATEST_RUN_MS } from '@busbar/domain/timer/next-run';
import { canHoldTimers, isHeld, timerHolder } from '@busbar/domain/timer/timer-holder';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { readDatabaseTime } from '../../shared/database-time.ts';
import { writeLog } from '../../shared/operation-log/write-log.ts';
import { isOpenCommandConflict } from '../commands/open-command-conflict.ts';
import { orderIn } from '../gate/control-service.ts';
import { closingTurn } from './closing-turn.ts';
import { dueRuns, runAfter } from './due-runs.ts';
import {
  type DueTimer,
  dueTimers,
  isRecorded,
  lockDueTimer,
  type RunResult,
  recordRun,
  setNextRun,
  type TimerKey,
} from './due-timer-repository.ts';
import { platformActor } from './timer-table.ts';

/** Life a timer's command has at most beyond its latest minute, ms. */
const GRACE_MS = 30_000;

/** Settles everything that is due now; harmless to run at any time, in any process. */
export async function runDueTimers(ctx: Context): Promise<void> {
  const now = await readDatabaseTime(ctx, ctx.database.db);
  /** Groups in which it is nobody's turn to close just now: their others need not be asked. */
  const waiting = new Set<number>();
  for (const { customerId, timerId, groupId, kind, order, sun } of await dueTimers(
    ctx.database.db,
    now,
  )) {
    const key = { customerId, timerId };
    const isOurs = sun !== null || !canHoldTimers(kind);
    const waits = order === 'close' && isOurs && waiting.has(groupId);
    if (waits) continue;
    try {
      if ((await settle(ctx, key)) === 'waits') waiting.add(groupId);
    } catch (error) {
      // One that cannot be settled must not hold up the others; it is due again in a second.
      ctx.log.error({ err: error, ...key }, 'a due timer could not be settled');
    }
  }
}

/** `waits`: it is not its turn, and stays due. */
async function settle(ctx: Context, key: TimerKey): Promise<'settled' | 'waits'> {
  try {
    const { end, tell } = await ctx.database.transaction((trx) => settleIn(ctx, trx, key));
    tell?.();
    return end;
  } catch (error) {
    // A person was first at that breaker, in the same instant: that is what the account says.
    if (!isOpenCommandConflict(error)) throw error;
    await ctx.database.transaction((trx) => settleIn(ctx, trx, key, 'control-busy'));
    return 'settled';
  }
}

interface Settled {
  readonly end: 'settled' | 'waits';
  readonly tell?: (() => void) | undefined;
}

async function settleIn(
  ctx: Context,
  trx: Executor,
  key: TimerKey,
  refusal?: Refusal,
): Promise<Settled> {
  const timer = await lockDueTimer(trx, key);
  if (timer === undefined) return { end: 'settled' };
  const now = await readDatabaseTime(ctx, trx);
  let tell: (() => void) | undefined;
  for (const due of dueRuns(timer, now)) {
    if (await isRecorded(trx, timer, due)) continue;
    const turn = isClosedByUs(timer) ? await closingTurn(trx, timer, due, now) : undefined;
    const isLate = isMissed(due, now) && turn?.isInLine !== true;
    if (!isLate && turn?.isOurs === false) return { end: 'waits', tell };
    const result: RunResult = isLate
      ? { result: 'missed', reason: 'platform-away' }
      : await run(ctx, trx, timer, due, now, refusal);
    await recordRun(trx, timer, due, now, result);
    if (result.result === 'missed') await reportMissed(trx, timer, due, now, result.reason);
    tell = result.tell ?? tell;
  }
  const next = runAfter(timer, now);
  await setNextRun(trx, timer, next.at, next.time);
  return { end: 'settled', tell };
}

const isClosedByUs = (timer: DueTimer): boolean =>
  timer.order === 'close' && holderOf(timer) === 'server';

/** A device knows the clock, not the sun. */
const holderOf = ({ sun, kind, table }: DueTimer) =>
  sun === null ? timerHolder(kind, table) : 'server';

async function run(
  ctx: Context,
  trx: Executor,
  timer: DueTimer,
  due: number,
  now: number,
  refusal: Refusal | undefined,
): Promise<RunResult> {
  if (holderOf(timer) === 'device') {
    const { timerId: id, address, days, time: at, order: to } = timer;
    return isHeld({ id, address: address ?? undefined, days, at, to }, timer.table)
      ? { result: 'device' }
      : { result: 'missed', reason: 'not-on-device' };
  }
  if (refusal !== undefined) return { result: 'refused', reason: refusal };
  const { outcome, tell } = await orderIn(
    ctx,
    trx,
    platformActor(timer.customerId, timer.groupId),
    {
      device: timer.deviceId,
      order: timer.order,
      // A line that comes back within the minute still gets it.
      queue: true,
      endsBy: Math.max(due + LATEST_RUN_MS, now) + GRACE_MS,
      source: `timer ${timer.timerId}`,
      stepUp: done(false),
    },
  );
  return outcome.ok
    ? { result: 'ordered', commandId: outcome.value.commandId, tell }
    : { result: 'refused', reason: reasonOf(outcome.refusal) };
}

/** A timer is nobody, so it lifts no person's lock; the refusal's own sentence speaks to a person. */
const reasonOf = (refusal: Refusal): string =>
  refusal === 'locked-by-other' ? 'lock-of-person' : refusal;

function reportMissed(
  trx: Executor,
  timer: DueTimer,
  due: number,
  now: number,
  reason: string | undefined,
): Promise<void> {
  const { customerId, groupId, deviceId, deviceCode, timerId } = timer;
  return writeLog(trx, platformActor(customerId, groupId), {
    at: now,
    module: LOG_MODULES.timers,
    command: timer.order,
    status: 'missed',
    device: { id: deviceId, code: deviceCode, groupId },
    commandId: null,
    detail: { timer: timerId, due: new Date(due).toISOString(), reason },
  });
}
