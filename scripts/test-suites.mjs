// The list of test suites, and a function that runs one of them with Vitest.

import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoryFolder } from './memory-folder.mjs';
import { storeFileTimes } from './report/file-times.mjs';
import { countReport, notRun, sumOf } from './report/test-report.mjs';
import { root } from './run-step.mjs';

export const suites = {
  unit: { folder: '.', needsBuild: false },
  server: { folder: 'apps/server', needsBuild: false, parts: ['server', '!server'] },
  web: { folder: 'apps/web', needsBuild: false },
  e2e: { folder: 'e2e', needsBuild: true },
};

/** Two files of each part at a time keep two cores busy. */
const PART_WORKERS = '2';

/**
 * Runs a suite with Vitest's own output, and resolves with its counts and the times of its files. A
 * suite that shares the terminal with another one prints plain lines.
 *
 * The parts of a suite are Vitest projects that run in parallel: a single Vitest runs them one after
 * another, and the files of one part mostly compute while those of the other mostly wait. At the
 * nightly sizes, and for selected files, one Vitest runs the whole suite.
 */
export async function runSuite(name, options = {}) {
  const { environment = {}, filters = [] } = options;
  const { TEST_SIZE } = { ...process.env, ...environment };
  const { parts = [] } = suites[name];
  if (parts.length === 0 || filters.length > 0 || TEST_SIZE === 'nightly') {
    const result = await runOnce(name, options);
    if (filters.length === 0) storeFileTimes(name, result.files ?? []);
    return result;
  }
  const results = await Promise.all(
    parts.map((part) =>
      runOnce(name, {
        environment: { ...environment, VITEST_MAX_WORKERS: PART_WORKERS },
        sharesTerminal: true,
        filters: [`--project=${part}`],
      }),
    ),
  );
  const result = sumOf(results);
  storeFileTimes(name, result.files);
  return result;
}

/** Runs Vitest once. */
async function runOnce(name, { environment = {}, sharesTerminal = false, filters = [] }) {
  const scratch = mkdtempSync(join(tmpdir(), 'busbar-suite-'));
  const report = join(scratch, 'report.json');
  const times = join(scratch, 'times.json');
  const parameters = [
    join(root, 'node_modules', 'vitest', 'vitest.mjs'),
    'run',
    ...filters,
    '--reporter=default',
    '--reporter=json',
    `--reporter=${join(root, 'scripts', 'report', 'file-times-reporter.mjs')}`,
    `--outputFile.json=${report}`,
  ];
  try {
    const code = await runVitest(parameters, {
      cwd: join(root, suites[name].folder),
      env: { ...process.env, ...memoryFolder(environment), ...environment, TEST_FILE_TIMES: times },
      stdio: ['ignore', sharesTerminal ? 'pipe' : 'inherit', 'inherit'],
    });
    if (!existsSync(report)) return notRun(`Vitest ended with ${code} and wrote no report`);
    const files = existsSync(times) ? JSON.parse(readFileSync(times, 'utf8')) : [];
    return { ...countReport(JSON.parse(readFileSync(report, 'utf8')), code), files };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function runVitest(parameters, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, parameters, options);
    child.stdout?.pipe(process.stdout, { end: false });
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(code ?? signal));
  });
}
