/**
 * Energy that a former registration of the device has counted: after the device was deleted and
 * registered again, no step that a file adds may count a part of it once more.
 */
import type { RegisterAt } from './reading-intervals.ts';
import type { PlanRules, ReadingPlan, StoredAround } from './reading-plan.ts';
import type { ReadingProblems } from './reading-problem.ts';

/** From the first to the last register of a former registration, epoch ms. */
export interface CountedSpan {
  readonly from: number;
  readonly to: number;
}

type Register = Pick<RegisterAt, 'at' | 'kwh'> & { readonly line?: number };

export function findCountedBefore(
  { registers, ignoredAt }: Pick<ReadingPlan, 'registers' | 'ignoredAt'>,
  { before, inside, after }: StoredAround,
  { countedSpans = [], overrides }: PlanRules,
  problems: ReadingProblems,
): void {
  if (countedSpans.length === 0) return;
  const stored = [before, ...inside, after].flatMap((one): Register[] =>
    one === undefined || one.kwh === null ? [] : [{ at: one.at, kwh: one.kwh }],
  );
  const all = [...stored, ...registers].sort((one, other) => one.at - other.at);
  const ignored = new Set(ignoredAt);
  for (const { at, channel, decision } of overrides) {
    if (channel === null && decision === 'ignore') ignored.add(at);
  }
  let last: Register | undefined;
  for (const one of all) {
    const start = last;
    last = one;
    if (start === undefined || one.kwh <= start.kwh || ignored.has(one.at)) continue;
    const line = one.line ?? start.line;
    if (line === undefined) continue;
    const isCounted = countedSpans.some(({ from, to }) => start.at < to && one.at > from);
    if (isCounted) problems.add(line, 'time', 'counted-before', String(one.kwh));
  }
}
