// Times of test files: stored per suite after each run, listed at its end, and committed as the
// table that longest-first.mjs uses for sorting.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../run-step.mjs';

const folder = join(root, 'node_modules', '.cache', 'busbar');
const lastRun = (suite) => join(folder, `file-times-${suite}.json`);
const table = join(root, 'scripts', 'report', 'file-durations.json');
/** Number of files in the table; shorter files fill the gaps between the longest, in any order. */
const FILES_PER_SUITE = 40;

export function storeFileTimes(suite, files) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(lastRun(suite), JSON.stringify(files));
}

/** Returns the slowest files, with separate set-up and test times. */
export function slowestFiles(files, count = 20) {
  if (files.length === 0) return '';
  const slowest = longestFirst(files).slice(0, count);
  const lines = slowest.map(
    ({ file, setUp, tests }) =>
      `${setUp.toFixed(1).padStart(8)} ${tests.toFixed(1).padStart(8)}  ${file}`,
  );
  return [`${slowest.length} slowest files`, ' set-up s  tests s  file', ...lines].join('\n');
}

/** Returns the table's entry of one suite: whole seconds of its longest files. */
export function durationsOf(files) {
  const entries = longestFirst(files)
    .slice(0, FILES_PER_SUITE)
    .map(({ file, setUp, tests }) => [file, Math.round(setUp + tests)]);
  return Object.fromEntries(entries.filter(([, seconds]) => seconds > 0));
}

/** Returns durations in seconds by suite and file. */
export function readDurations() {
  return JSON.parse(readFileSync(table, 'utf8'));
}

/** Rewrites the table's entries of the suites that ran here, and returns their names. */
export function writeDurations(suites) {
  const measured = suites.filter((suite) => existsSync(lastRun(suite)));
  const durations = readDurations();
  for (const suite of measured) {
    durations[suite] = durationsOf(JSON.parse(readFileSync(lastRun(suite), 'utf8')));
  }
  writeFileSync(table, `${JSON.stringify(durations, undefined, 2)}\n`);
  return measured;
}

function longestFirst(files) {
  return [...files].sort((a, b) => b.setUp + b.tests - (a.setUp + a.tests));
}
