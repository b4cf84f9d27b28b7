/** Spans of the history in which nothing was heard, as far as the columns of a chart can tell them. */
import { columnsOf, gapThresholdMs } from '../../charts/history-columns.ts';

export interface Silence {
  readonly startMs: number;
  readonly endMs: number;
}

export interface Silences {
  readonly found: readonly Silence[];
  /** A silence shorter than this is not told apart here, ms. */
  readonly leastMs: number;
}

interface SilenceQuestion {
  readonly startMs: number;
  readonly endMs: number;
  readonly columns: number;
  /** What is to come is not silent. */
  readonly nowMs: number;
}

/** `times`: of the readings of the span, or of the first and the last of each column; ms, in any order. */
export function silencesOf(times: readonly number[], question: SilenceQuestion): Silences {
  const { startMs, nowMs } = question;
  const endMs = Math.min(question.endMs, nowMs);
  const rising = times.toSorted((a, b) => a - b);
  const leastMs = gapThresholdMs(rising, columnsOf(question).columnMs);
  const found: Silence[] = [];
  let last = startMs;
  for (const at of [...rising, endMs]) {
    if (at - last > leastMs) found.push({ startMs: last, endMs: at });
    last = Math.max(last, at);
  }
  return { found, leastMs };
}

/**
 * Those of a line that is drawn: rows of before the span are left aside, and where nothing was
 * measured nothing fell silent; the chart says so itself.
 */
export function silencesOfLine(
  rows: readonly { readonly ts: number }[] | undefined,
  question: SilenceQuestion,
): Silences {
  const times = rows?.map(({ ts }) => ts).filter((ts) => ts >= question.startMs) ?? [];
  const { found, leastMs } = silencesOf(times, question);
  return { leastMs, found: times.length === 0 ? [] : found };
}
