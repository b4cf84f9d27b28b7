/** Gaps between the readings of the shown span that are wider than the columns of its chart. */
import { findGaps, type Gaps } from '../../../charts/time/gaps.ts';
import { columnsOf } from '../../../charts/time/history-columns.ts';

interface OutageQuery {
  readonly startMs: number;
  readonly endMs: number;
  readonly columns: number;
  /** Current time, ms; the time after it is not a gap. */
  readonly nowMs: number;
}

/** `times` of the span's readings, or of the first and last reading per column; ms, unsorted. */
export function silencesOf(times: readonly number[], question: OutageQuery): Gaps {
  const { startMs, nowMs } = question;
  const endMs = Math.min(question.endMs, nowMs);
  const rising = times.filter((at) => at <= endMs).sort((a, b) => a - b);
  return findGaps(rising, { columnMs: columnsOf(question).columnMs, within: { startMs, endMs } });
}

/**
 * Gaps of a drawn line, ignoring rows from before the span. Returns none if there is no reading,
 * because the chart then shows a message.
 */
export function silencesOfLine(
  rows: readonly { readonly ts: number }[] | undefined,
  question: OutageQuery,
): Gaps {
  const times = rows?.map(({ ts }) => ts).filter((ts) => ts >= question.startMs) ?? [];
  const { found, leastMs } = silencesOf(times, question);
  return { leastMs, found: times.length === 0 ? [] : found };
}
