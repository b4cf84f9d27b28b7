/**
 * The days of each bill line. A day's share is the rounded line up to and including that day minus
 * the rounded line up to the day before, so that the shares add up to the line exactly.
 */
import type { Explanation, FeeLine } from './api/use-explanation.ts';
import { exact, sumOfFees } from './step-kind.ts';

export interface LineDay {
  readonly date: string;
  readonly line: FeeLine;
}

export interface ExplainedLine {
  readonly key: string;
  readonly first: FeeLine;
  readonly days: readonly LineDay[];
  /** Sum of the days, kWh and currency. */
  readonly ept: number;
  readonly fee: number | null;
}

/** Lines with energy on or before these days; a line of another settlement period starts at 0. */
export function linesOf({ days }: Explanation): ExplainedLine[] {
  const lines = new Map<string, LineDay[]>();
  for (const { date, lines: parts } of days) {
    for (const line of parts) {
      if (line.ept === 0 && line.fee === 0) continue;
      const key = `${line.rate_name} ${line.rate_version} ${line.band}`;
      lines.set(key, [...(lines.get(key) ?? []), { date, line }]);
    }
  }
  return [...lines].map(([key, parts]) => ({
    key,
    first: parts[0]!.line,
    days: parts,
    ept: exact(parts.reduce((sum, { line }) => sum + line.ept, 0)),
    fee: sumOfFees(parts.map(({ line }) => line)),
  }));
}
