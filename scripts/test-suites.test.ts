import { describe, expect, it } from 'vitest';
import { countReport, notRun, summary } from './test-suites.mjs';

const file = (status: string, ...tests: string[]) => ({
  status,
  assertionResults: tests.map((each) => ({ status: each })),
});
const report = (
  numPassedTests: number,
  numFailedTests: number,
  numPendingTests: number,
  testResults: object[],
) => ({ numPassedTests, numFailedTests, numPendingTests, numTodoTests: 0, testResults });

describe('the count of a suite', () => {
  it.each([
    ['all passed', report(3, 0, 1, [file('passed', 'passed')]), 0, [3, 0, 1]],
    ['one failed', report(2, 1, 0, [file('failed', 'failed')]), 1, [2, 1, 0]],
    ['a file was not loaded', report(2, 0, 0, [file('failed')]), 1, [2, 1, 0]],
    ['an error outside every test', report(2, 0, 0, [file('passed', 'passed')]), 1, [2, 1, 0]],
    ['killed after its report', report(2, 0, 0, []), 'SIGKILL', [2, 1, 0]],
    ['nothing was found', report(0, 0, 0, []), 0, [0, 1, 0]],
    ['all was skipped', report(0, 0, 4, [file('passed')]), 0, [0, 0, 4]],
  ])('%s', (_name, given, code, [passed, failed, skipped]) => {
    expect(countReport(given, code)).toMatchObject({ passed, failed, skipped });
  });
});

it('the summary ends with the sum over all suites, a suite that did not run among the failures', () => {
  const lines = summary([
    { name: 'unit', passed: 10, failed: 0, skipped: 2, took: '1.0 s' },
    { name: 'e2e', ...notRun('the build failed'), took: '3.0 s' },
  ]).split('\n');
  expect(lines).toEqual([
    'unit    10 passed, 0 failed, 2 skipped in 1.0 s',
    'e2e     0 passed, 1 failed, 0 skipped in 3.0 s (did not run: the build failed)',
    '',
    '10 passed, 1 failed, 2 skipped',
  ]);
});

it('the summary says what failed and why, before the counts', () => {
  const test = {
    status: 'failed',
    fullName: 'a sum is right',
    failureMessages: ['expected 3 to be 4\n    at file.ts:1'],
  };
  const counts = countReport(
    report(0, 1, 0, [
      { name: '/elsewhere/sum.test.ts', status: 'failed', assertionResults: [test] },
    ]),
    1,
  );
  const text = summary([{ name: 'unit', took: '1.0 s', ...counts }]);
  expect(text).toMatch(/^FAILED {2}unit: .*sum\.test\.ts > a sum is right\n {4}expected 3 to be 4/);
  expect(text.endsWith('0 passed, 1 failed, 0 skipped')).toBe(true);
});
