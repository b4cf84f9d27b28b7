/**
 * Records every due run of every timer, executed by the server or by the device. A timer's row is
 * locked, its due minutes are recorded under their key, the current one is submitted to the single
 * command gate and the next run is set, all in one transaction: a restart, a second process or a
 * clock that is set back finds the minute already recorded. A run of the server that is over a
 * minute late is recorded as missed and never run later; a close command that waits for those before
 * it (`closing-step.ts`) is in time. A device runs its timers without the server.
 */

import { LOG_MODULES } from '@busbar/domain/audit/log-terms';
import { done, type Refusal } from '@busbar/domain/refusal';
import { isMissed, LATEST_RUN_MS } from '@busbar/domain/timer/next-run';
import { isHeld, timerHolder } from '@busbar/domain/timer/timer-holder';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { readDatabaseTime } from '../../shared/database-time-queries.ts';
import { writeLog } from '../../shared/operation-log/write-log.ts';
import { timerSource } from '../commands/command-issuer-queries.ts';
import { isOpenCommandConflict } from '../commands/open-command-conflict.ts';
import { submitSwitchIn } from '../gate/control-service.ts';
import { closingStep } from './closing-step.ts';
import { dueRuns, runAfter } from './due-runs.ts';
import {
  type DueKey,
  type DueTimer,
  dueTimers,
  lockDueTimer,
  setNextRun,
  type TimerKey,
} from './due-timer-queries.ts';
import { isRecorded, type RunResult, recordRun } from './timer-run-queries.ts';
import { platformActor } from './timer-table.ts';

/** Maximum life of a timer's command beyond its latest minute, ms. */
const GRACE_MS = 30_000;

/** Maximum timers per page, and settled timers after which a run ends: the next run continues. */
const TIMERS_PER_RUN = 1_000;

/** Processes the timers that are due now; safe to run at any time, in any process. */
export async function runDueTimers(ctx: Context, limit = TIMERS_PER_RUN): Promise<void> {
  const now = await readDatabaseTime(ctx, ctx.database.db);
  /**
   * Groups in which no close command is allowed right now; the remaining close timers of these
   * groups are skipped, so that they do not delay those of other groups.
   */
  const waiting = new Set<number>();
  let settled = 0;
  let after: DueKey | undefined;
  do {
    const page = await dueTimers(ctx.database.db, now, { after, waiting, limit });
    for (const timer of page) settled += await settleUnlessWaiting(ctx, timer, waiting);
    after = page.length < limit ? undefined : page.at(-1);
  } while (after !== undefined && settled < limit);
}

/** Returns the number of settled timers. */
async function settleUnlessWaiting(
  ctx: Context,
  { customerId, timerId, groupId, command, isOurs }: DueKey,
  waiting: Set<number>,
): Promise<0 | 1> {
  if (command === 'close' && isOurs && waiting.has(groupId)) return 0;
  const key = { customerId, timerId };
  try {
    if ((await settle(ctx, key)) === 'settled') return 1;
    waiting.add(groupId);
  } catch (error) {
    // A timer that fails must not block the others; it is due again in a second.
    ctx.log.error({ err: error, ...key }, 'a due timer could not be run');
  }
  return 0;
}

/** Runs one timer. `waits`: other close commands come first, and the timer remains due. */
async function settle(ctx: Context, key: TimerKey): Promise<'settled' | 'waits'> {
  try {
    const { end, publish } = await ctx.database.transaction((trx) => settleIn(ctx, trx, key));
    publish?.();
    return end;
  } catch (error) {
    // A user's command reached that breaker at the same instant; the run is recorded as refused for
    // that reason.
    if (!isOpenCommandConflict(error)) throw error;
    await ctx.database.transaction((trx) => settleIn(ctx, trx, key, 'control-busy'));
    return 'settled';
  }
}

interface Settled {
  readonly end: 'settled' | 'waits';
  readonly publish?: (() => void) | undefined;
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
  let publish: (() => void) | undefined;
  for (const due of dueRuns(timer, now)) {
    if (await isRecorded(trx, timer, due)) continue;
    const step = isClosedByUs(timer) ? await closingStep(trx, timer, due, now) : undefined;
    const isLate = holderOf(timer) === 'server' && isMissed(due, now) && step?.isInLine !== true;
    if (!isLate && step?.isOurs === false) return { end: 'waits', publish };
    const result: RunResult = isLate
      ? { result: 'missed', reason: 'platform-away' }
      : await run(ctx, trx, timer, due, now, refusal);
    await recordRun(trx, timer, due, now, result);
    if (result.result === 'missed') await reportMissed(trx, timer, due, now, result.reason);
    publish = result.publish ?? publish;
  }
  const next = runAfter(timer, now);
  await setNextRun(trx, timer, next.at, next.time);
  return { end: 'settled', publish };
}

const isClosedByUs = (timer: DueTimer): boolean =>
  timer.command === 'close' && holderOf(timer) === 'server';

/** Returns the side that runs the timer: a device can run clock timers only, not sun timers. */
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
    const { timerId: id, address, days, time: at, command: to } = timer;
    return isHeld({ id, address: address ?? undefined, days, at, to }, timer.table)
      ? { result: 'device' }
      : { result: 'missed', reason: 'not-on-device' };
  }
  if (refusal !== undefined) return { result: 'refused', reason: refusal };
  const { outcome, publish } = await submitSwitchIn(
    ctx,
    trx,
    platformActor(timer.customerId, timer.groupId),
    {
      device: timer.deviceId,
      command: timer.command,
      // A connection that is restored within the minute still receives the command.
      queue: true,
      endsBy: Math.max(due + LATEST_RUN_MS, now) + GRACE_MS,
      source: timerSource(timer.timerId),
      stepUp: done(false),
    },
  );
  return outcome.ok
    ? { result: 'ordered', commandId: outcome.value.commandId, publish }
    : { result: 'refused', reason: reasonOf(outcome.refusal) };
}

/**
 * Returns the recorded reason. A timer has no user and cannot lift the lock of a user; the
 * refusal's own message is addressed to a user.
 */
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
    command: timer.command,
    status: 'missed',
    device: { deviceId, deviceCode, groupId },
    detail: { timer: timerId, due: new Date(due).toISOString(), reason },
  });
}
