/** A rule in the form: field texts as typed, and their validation. */
import type { AlarmRule } from './api/use-rules.ts';

export const RULE_FIELDS = ['limit', 'clear', 'delay_s', 'hold_s'] as const;
export type RuleField = (typeof RULE_FIELDS)[number];

export type RuleDraft = Readonly<Record<RuleField, number | null>> & { readonly in_use: boolean };

/** Maximum delay and hold time in seconds, the same as on the server. */
const LONGEST_S = 3_600;

export function draftOf(rule: AlarmRule): RuleDraft {
  const { in_use, limit, clear, delay_s, hold_s } = rule;
  return { in_use, limit, clear, delay_s, hold_s };
}

export type RuleProblem = 'range' | 'side-above' | 'side-below' | 'seconds';

/** Invalid fields with the reason; the server validates again. */
export function ruleProblems(
  { side, min, max }: Pick<AlarmRule, 'side' | 'min' | 'max'>,
  draft: RuleDraft,
): Partial<Record<RuleField, RuleProblem>> {
  const { limit, clear, delay_s, hold_s } = draft;
  const isTime = (s: number | null) =>
    s !== null && Number.isInteger(s) && s >= 0 && s <= LONGEST_S;
  const problems: Partial<Record<RuleField, RuleProblem>> = {};
  // A field whose text is not a number contains NaN.
  const isLimit = limit !== null && !Number.isNaN(limit);
  if (!isLimit || limit < min || limit > max) problems.limit = 'range';
  const isBetter =
    clear !== null &&
    clear >= 0 &&
    (!isLimit || (side === 'above' ? clear <= limit : clear >= limit));
  if (!isBetter) problems.clear = side === 'above' ? 'side-above' : 'side-below';
  if (!isTime(delay_s)) problems.delay_s = 'seconds';
  if (!isTime(hold_s)) problems.hold_s = 'seconds';
  return problems;
}
