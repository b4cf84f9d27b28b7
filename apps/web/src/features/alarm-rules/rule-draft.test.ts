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
    ['accepts the platform defaults', above, {}, {}],
    ['accepts a limit at the bound', above, { limit: 150 }, {}],
    ['rejects a limit above the range', above, { limit: 151 }, { limit: 'range' }],
    ['rejects a limit below the range', above, { limit: 99, clear: 98 }, { limit: 'range' }],
    ['rejects an empty limit', above, { limit: null }, { limit: 'range' }],
    ['rejects a clear limit above the upper limit', above, { clear: 111 }, { clear: 'side-above' }],
    ['accepts a clear limit equal to the limit', above, { clear: 110 }, {}],
    ['accepts a clear limit above the lower limit', below, { limit: 90, clear: 92 }, {}],
    [
      'rejects a clear limit below the lower limit',
      below,
      { limit: 90, clear: 89 },
      { clear: 'side-below' },
    ],
    ['rejects half a second', above, { delay_s: 0.5 }, { delay_s: 'seconds' }],
    ['rejects more than an hour', above, { hold_s: 3_601 }, { hold_s: 'seconds' }],
    ['accepts zero delays', above, { delay_s: 0, hold_s: 0 }, {}],
  ] as const)('%s', (_case, rule, more, problems) => {
    expect(ruleProblems(rule, draft(more))).toEqual(problems);
  });
});
