// The list of test suites, and a function that runs one of them with Vitest.

import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoryFolder } from './memory-folder.mjs';
import { storeFileTimes } from './report/file-times.mjs';
import { countReport, notRun } from './report/test-report.mjs';
import { root } from './run-step.mjs';

export const suites = {
  unit: { folder: '.', needsBuild: false },
  server: { folder: 'apps/server', needsBuild: false },
  web: { folder: 'apps/web', needsBuild: false },
  e2e: { folder: 'e2e', needsBuild: true },
};

/**
 * Runs a suite with Vitest's own output, and resolves with its counts and the times of its files. A
 * suite that shares the terminal with another one prints plain lines.
 */
export async function runSuite(
  name,
  { environment = {}, sharesTerminal = false, filters = [] } = {},
) {
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
    if (filters.length === 0) storeFileTimes(name, files);
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
