// The counts of a suite, read from Vitest's JSON report, and the summary of a run.
import { relative } from 'node:path';
import { unexpectedSkips } from '../allowed-skips.mjs';
import { isCi, root } from '../run-step.mjs';

/**
 * Counts the results in Vitest's JSON report. A file that failed outside its tests (an import, a
 * hook), and a run that failed outside its files, each count as one failure, so that they do not
 * merely look like fewer tests. If CI=true, a skip that is not on the list of allowed-skips.mjs
 * counts as a failure.
 */
export function countReport(report, code, failOnSkips = isCi) {
  const refused = failOnSkips ? unexpectedSkips(skippedTests(report)) : [];
  const passed = report.numPassedTests;
  const skipped = report.numPendingTests + report.numTodoTests - refused.length;
  const broken = report.testResults.filter(isBroken).length;
  let failed = report.numFailedTests + broken + refused.length;
  if (failed === 0 && code !== 0) failed = 1;
  if (passed + failed + skipped === 0) return notRun('no test was found');
  return { passed, failed, skipped, failures: [...failuresOf(report), ...skipFailures(refused)] };
}

/** Returns true if a file failed although none of its tests did. */
function isBroken({ status, assertionResults }) {
  return status === 'failed' && !assertionResults.some((test) => test.status === 'failed');
}

/** Returns the skipped tests, except those skipped because of a failure of their own file. */
function skippedTests(report) {
  return report.testResults
    .filter(({ status }) => status === 'passed')
    .flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === 'skipped' || status === 'todo')
        .map(({ fullName }) => ({ file: pathFromRoot(name), test: fullName.trim() })),
    );
}

function skipFailures(refused) {
  return [...new Set(refused.map(({ file }) => file))].map((skippedFile) => {
    const tests = refused.filter(({ file }) => file === skippedFile).map(({ test }) => test);
    return `${skippedFile}\n    skipped without a reason in scripts/allowed-skips.mjs:\n      ${tests.join('\n      ')}`;
  });
}

/** Prints a few lines per failure: an output of thousands of lines is truncated at the start. */
function failuresOf(report) {
  return report.testResults.flatMap((file) => {
    if (isBroken(file)) return [failure(file.name, '', file.message)];
    return file.assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => failure(file.name, test.fullName, test.failureMessages?.join('\n')));
  });
}

const FAILURE_LENGTH = 1_200;

function failure(file, test, message = '') {
  const where = [pathFromRoot(file), test].filter(Boolean).join(' > ');
  const lines = message.split('\n').filter((line) => !/^\s+at .*node_modules/.test(line));
  return `${where}\n    ${lines.join('\n    ').slice(0, FAILURE_LENGTH)}`;
}

function pathFromRoot(file = '') {
  return relative(root, file).replaceAll('\\', '/');
}

/** A suite that did not run counts as one failure. */
export function notRun(reason) {
  return { passed: 0, failed: 1, skipped: 0, reason };
}

/** The failures, one line per suite, the duration of the run and, last, the sum of all suites. */
export function summary(results, took) {
  const failed = results.flatMap(({ name, failures = [] }) =>
    failures.map((text) => `FAILED  ${name}: ${text}\n`),
  );
  const lines = results.map(({ name, passed, failed, skipped, took, reason }) => {
    const suffix = reason === undefined ? '' : ` (did not run: ${reason})`;
    return `${name.padEnd(7)} ${passed} passed, ${failed} failed, ${skipped} skipped in ${took}${suffix}`;
  });
  const sum = (count) => results.reduce((total, result) => total + result[count], 0);
  const total = `${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`;
  return [...failed, ...lines, `total   ${took}`, '', total].join('\n');
}
