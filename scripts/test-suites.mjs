// The suites, and running one of them with Vitest.

import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { root } from './run-step.mjs';

export const suites = {
  unit: { folder: '.', needsBuild: false },
  server: { folder: 'apps/server', needsBuild: false },
  web: { folder: 'apps/web', needsBuild: false },
  e2e: { folder: 'e2e', needsBuild: true },
};

/** Runs a suite, showing Vitest's own output, and resolves with its counts. */
export async function runSuite(name, environment) {
  const folder = join(root, suites[name].folder);
  const scratch = mkdtempSync(join(tmpdir(), 'busbar-suite-'));
  const report = join(scratch, 'report.json');
  try {
    const code = await vitest(folder, report, environment);
    return existsSync(report)
      ? countReport(JSON.parse(readFileSync(report, 'utf8')), code)
      : notRun(`Vitest ended with ${code} and wrote no report`);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function vitest(folder, report, environment) {
  const program = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const parameters = [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...parameters], {
      cwd: folder,
      stdio: 'inherit',
      env: { ...process.env, ...environment },
    });
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? signal));
  });
}

/**
 * Counts of Vitest's JSON report. A file that could not even be loaded, and a run that failed for
 * another reason than a test, count as one failure each: they must not read as fewer tests.
 */
export function countReport(report, code) {
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  ).length;
  let failed = report.numFailedTests + unloaded;
  const passed = report.numPassedTests;
  const skipped = report.numPendingTests + report.numTodoTests;
  if (failed === 0 && code !== 0) failed = 1;
  if (passed + failed + skipped === 0) return notRun('no test was found');
  return { passed, failed, skipped, failures: failuresOf(report) };
}

/** What failed and why, in a few lines each: an output of thousands of lines is cut from its head. */
function failuresOf(report) {
  return report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    if (status === 'failed' && assertionResults.length === 0) return [failure(name, '', message)];
    return assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => failure(name, test.fullName, test.failureMessages?.join('\n')));
  });
}

const FAILURE_LENGTH = 1_200;

function failure(file, test, message = '') {
  const where = [relative(root, file ?? ''), test].filter(Boolean).join(' > ');
  const why = message.split('\n').filter((line) => !/^\s+at .*node_modules/.test(line));
  return `${where}\n    ${why.join('\n    ').slice(0, FAILURE_LENGTH)}`;
}

/** A suite that did not run is a failure, never a silence. */
export function notRun(reason) {
  return { passed: 0, failed: 1, skipped: 0, reason };
}

/** What failed, one line a suite and, last, the sum over all of them. */
export function summary(results) {
  const failed = results.flatMap(({ name, failures = [] }) =>
    failures.map((text) => `FAILED  ${name}: ${text}\n`),
  );
  const lines = results.map(({ name, passed, failed, skipped, took, reason }) => {
    const why = reason === undefined ? '' : ` (did not run: ${reason})`;
    return `${name.padEnd(7)} ${passed} passed, ${failed} failed, ${skipped} skipped in ${took}${why}`;
  });
  const sum = (count) => results.reduce((total, result) => total + result[count], 0);
  const total = `${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`;
  return [...failed, ...lines, '', total].join('\n');
}
