import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../run-step.mjs';
import { countReport, notRun, summary } from './test-report.mjs';

const file = (status: string, ...tests: string[]) => ({
  status,
  assertionResults: tests.map((each) => ({ status: each, fullName: '' })),
});
const report = (
  numPassedTests: number,
  numFailedTests: number,
  numPendingTests: number,
  testResults: object[],
) => ({ numPassedTests, numFailedTests, numPendingTests, numTodoTests: 0, testResults });

describe('countReport', () => {
  it.each([
    ['passed tests', report(3, 0, 1, [file('passed', 'passed')]), 0, [3, 0, 1]],
    ['a failed test', report(2, 1, 0, [file('failed', 'failed')]), 1, [2, 1, 0]],
    ['a file that could not be loaded', report(2, 0, 0, [file('failed')]), 1, [2, 1, 0]],
    ['a failed hook', report(0, 0, 2, [file('failed', 'skipped', 'skipped')]), 1, [0, 1, 2]],
    ['an error outside every test', report(2, 0, 0, [file('passed', 'passed')]), 1, [2, 1, 0]],
    ['a run killed after its report', report(2, 0, 0, []), 'SIGKILL', [2, 1, 0]],
    ['a run without tests', report(0, 0, 0, []), 0, [0, 1, 0]],
    ['skipped tests only', report(0, 0, 4, [file('passed')]), 0, [0, 0, 4]],
  ])('counts %s', (_name, given, code, [passed, failed, skipped]) => {
    expect(countReport(given, code, false)).toMatchObject({ passed, failed, skipped });
  });

  it('counts a skip that is not on the list as a failure in CI and names the test', () => {
    const skipped = (path: string, fullName: string) => ({
      name: join(root, path),
      status: 'passed',
      assertionResults: [{ status: 'skipped', fullName }],
    });
    const given = report(5, 0, 2, [
      skipped('apps/server/test/replay/replay.test.ts', 'a replay ends'),
      skipped('apps/server/test/gateway/tls.test.ts', 'TLS encrypts'),
    ]);
    expect(countReport(given, 0, false)).toMatchObject({ passed: 5, failed: 0, skipped: 2 });
    const counts = countReport(given, 0, true);
    expect(counts).toMatchObject({ passed: 5, failed: 1, skipped: 1 });
    expect(counts.failures).toEqual([
      'apps/server/test/gateway/tls.test.ts\n    skipped without a reason in scripts/allowed-skips.mjs:\n      TLS encrypts',
    ]);
  });

  it('ignores tests that were skipped because of a failed hook', () => {
    const given = report(0, 0, 2, [file('failed', 'skipped', 'skipped')]);
    expect(countReport(given, 1, true)).toMatchObject({ passed: 0, failed: 1, skipped: 2 });
  });
});

it('summary ends with the sum over all suites and counts a suite that did not run as failed', () => {
  const lines = summary(
    [
      { name: 'unit', passed: 10, failed: 0, skipped: 2, took: '1.0 s' },
      { name: 'e2e', ...notRun('the build failed'), took: '3.0 s' },
    ],
    '3.1 s',
  ).split('\n');
  expect(lines).toEqual([
    'unit    10 passed, 0 failed, 2 skipped in 1.0 s',
    'e2e     0 passed, 1 failed, 0 skipped in 3.0 s (did not run: the build failed)',
    'total   3.1 s',
    '',
    '10 passed, 1 failed, 2 skipped',
  ]);
});

it('summary lists each failure with its message before the counts', () => {
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
    false,
  );
  const text = summary([{ name: 'unit', took: '1.0 s', ...counts }], '1.0 s');
  expect(text).toMatch(/^FAILED {2}unit: .*sum\.test\.ts > a sum is right\n {4}expected 3 to be 4/);
  expect(text.endsWith('0 passed, 1 failed, 0 skipped')).toBe(true);
});
