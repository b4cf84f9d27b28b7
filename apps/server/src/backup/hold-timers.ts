/**
 * Handles timers that came due between the backup and the restore. Timers more than a minute
 * overdue count as missed in any case. Timers that have just come due, and queued close commands,
 * would still be sent although the previous server may have sent them: they are recorded as missed.
 */
import { isMissed } from '@busbar/domain/timer/next-run';
import { timerHolder } from '@busbar/domain/timer/timer-holder';
import { dueRuns } from '../areas/control/timers/due-runs.ts';
import { dueTimers, lockDueTimer } from '../areas/control/timers/due-timer-queries.ts';
import { isRecorded, recordRun } from '../areas/control/timers/timer-run-queries.ts';
import type { Executor } from '../storage/database.ts';

const ALL = 1_000_000;
/** Time within which a queued close command is sent. */
const IN_LINE_MS = 3_600_000;

export async function holdTimers(trx: Executor, now: number): Promise<void> {
  for (const key of await dueTimers(trx, now, { limit: ALL })) {
    const timer = await lockDueTimer(trx, key);
    if (timer === undefined) continue;
    // The device runs this timer itself, so the server cannot hold it.
    if (timer.sun === null && timerHolder(timer.kind, timer.table) === 'device') continue;
    for (const due of dueRuns(timer, now)) {
      const mayWait = timer.command === 'close' && due > now - IN_LINE_MS;
      if (isMissed(due, now) && !mayWait) continue;
      if (await isRecorded(trx, timer, due)) continue;
      await recordRun(trx, timer, due, now, { result: 'missed', reason: 'platform-away' });
    }
  }
}
