import { describe, expect, it } from 'vitest';
import { type RuleDraft, ruleProblems } from './rule-draft.ts';

const above = { side: 'above', min: 100, max: 150 };
const below = { side: 'below', min: 20, max: 100 };
const draft = (more: Partial<RuleDraft>): RuleDraft => ({
  in_use: true,
  limit: 110,
  clear: 108,
  delay_s: 10,
  hold_s: 10,
  ...more,
});

describe('the form of an alarm rule', () => {
  it.each([
    ['as the platform has it', above, {}, {}],
    ['limit at the edge', above, { limit: 150 }, {}],
    ['limit beyond the range', above, { limit: 151 }, { limit: 'range' }],
    ['limit below the range', above, { limit: 99, clear: 98 }, { limit: 'range' }],
    ['no limit', above, { limit: null }, { limit: 'range' }],
    ['the end beyond the limit', above, { clear: 111 }, { clear: 'side-above' }],
    ['the end at the limit', above, { clear: 110 }, {}],
    ['the end of a low limit above it', below, { limit: 90, clear: 92 }, {}],
    ['the end of a low limit below it', below, { limit: 90, clear: 89 }, { clear: 'side-below' }],
    ['half a second', above, { delay_s: 0.5 }, { delay_s: 'seconds' }],
    ['more than an hour', above, { hold_s: 3_601 }, { hold_s: 'seconds' }],
    ['no delay at all', above, { delay_s: 0, hold_s: 0 }, {}],
  ] as const)('%s', (_case, rule, more, problems) => {
    expect(ruleProblems(rule, draft(more))).toEqual(problems);
  });
});
