/**
 * Rate limit of an API key. Every request counts before any other work is done, whichever endpoint
 * it calls, so a program over its limit reads and reaches nothing. The count is shared by all
 * processes and survives a restart.
 */
import { secondsUntilRoom, usedLastMinute, usedToday } from '@busbar/domain/access/key-limit';
import { addDays, localDateOf, startOfLocalDate } from '@busbar/domain/local-date';
import type { KeyPace } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { countRefused, takeRequest } from './key-use-queries.ts';

export interface PaceResult {
  /** Requests left in this minute. */
  readonly left: number;
  /** Whole seconds until the next request is accepted; absent if this request is accepted. */
  readonly retryAfterS?: number;
}

export async function chargeKey(ctx: Context, pace: KeyPace): Promise<PaceResult> {
  const now = ctx.clock.now();
  const today = localDateOf(now, pace.zone);
  const { db } = ctx.database;
  const taken = await takeRequest(db, pace, pace, { now, today });
  if (taken !== undefined)
    return { left: Math.max(pace.perMinute - usedLastMinute(taken, now), 0) };
  const use = await countRefused(db, pace, today);
  const minuteS = secondsUntilRoom(use, pace.perMinute, now);
  const isDayFull = pace.perDay !== null && usedToday(use, today).used >= pace.perDay;
  const midnight = startOfLocalDate(addDays(today, 1), pace.zone);
  const dayS = isDayFull ? Math.ceil((midnight - now) / 1000) : 0;
  // The limits may have become free between the two statements, so the wait is at least one second.
  return { left: 0, retryAfterS: Math.max(minuteS, dayS, 1) };
}
