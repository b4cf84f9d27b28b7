/** Which steps count after readings were decoded again. */
import { expect, it } from 'vitest';
import { changeOfStep, type RecomputedRegister } from './recomputed-steps.ts';

const PRESENT: RecomputedRegister = {
  ...{ at: 0, kwh: 1, revision: 1, station: '1', isPresent: true, isChanged: true },
};
const STAYED = { ...PRESENT, isChanged: false };
const OTHER = { ...STAYED, isPresent: false };
const NO_ANSWERS = { ...OTHER, revision: undefined, station: undefined };

it.each([
  ['counts between former revisions', PRESENT, { ...PRESENT, revision: 2 }, 'counting'],
  ['counts to readings of the present settings', PRESENT, { ...STAYED, revision: 2 }, 'counting'],
  ['counts between equal values of two revisions', STAYED, { ...STAYED, revision: 2 }, 'counting'],
  ['keeps its decision within a revision', PRESENT, PRESENT, undefined],
  [
    'keeps its decision between two addresses, which may be two meters',
    PRESENT,
    { ...PRESENT, revision: 2, station: '2' },
    undefined,
  ],
  ['counts nothing after a reading of other settings', OTHER, PRESENT, 'ignored'],
  ['counts nothing after a reading without answers', NO_ANSWERS, PRESENT, 'ignored'],
  ['counts nothing before a reading without answers', PRESENT, NO_ANSWERS, 'ignored'],
  ['keeps its decision next to a value that stays', NO_ANSWERS, STAYED, undefined],
  ['keeps its decision between readings without answers', NO_ANSWERS, NO_ANSWERS, undefined],
] as const)('a step %s', (_, first, second, change) => {
  expect(changeOfStep(first, second)).toBe(change);
});
