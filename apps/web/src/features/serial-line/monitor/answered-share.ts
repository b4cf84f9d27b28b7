import type { LineReport } from './use-line-monitor.ts';

/**
 * Share of the ended requests that the meters answered or refused, 0 to 1; undefined before the
 * first. A request in progress does not count.
 */
export function answeredShare({
  answers,
  refusals,
  timeouts,
}: Pick<LineReport, 'answers' | 'refusals' | 'timeouts'>): number | undefined {
  const answered = answers + refusals;
  const ended = answered + timeouts;
  return ended === 0 ? undefined : answered / ended;
}
