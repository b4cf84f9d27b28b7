/**
 * One data folder with the demo and a short history, prepared once per run. Each test file starts
 * its program on a copy, because filling the history takes longer than many of the tests.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createFolder, removeFolder } from './data-folder.ts';
import { type Environment, type Program, startProgramOn } from './program.ts';

/**
 * No test uses readings that are older than a week. The history is one day longer than what the
 * program fills before it is ready, also just after midnight UTC, because the program reports only
 * the days that it fills afterwards.
 */
const HISTORY = { DEMO_HISTORY_DAYS: '9' };
const FILL_LIMIT_MS = 300_000;
const POLL_MS = 250;

/** Creates the folder, and returns it once a program has filled it and has stopped. */
export async function prepareDemoData(): Promise<string> {
  const folder = createFolder();
  try {
    const program = await startProgramOn(join(folder, 'data'), {
      ...HISTORY,
      METRICS_PORT: '0',
    });
    try {
      await historyComputed(program);
    } finally {
      await program.stop();
    }
    return folder;
  } catch (error) {
    removeFolder(folder);
    throw error;
  }
}

/** Starts a program on a copy of the folder; the copy is removed when the program is stopped. */
export async function startOnCopy(prepared: string, environment: Environment): Promise<Program> {
  const folder = createFolder();
  const remove = () => removeFolder(folder);
  try {
    const dataDir = copyDemoData(prepared, folder);
    const program = await startProgramOn(dataDir, { ...HISTORY, ...environment });
    return { ...program, stop: () => program.stop().finally(remove) };
  } catch (error) {
    remove();
    throw error;
  }
}

/**
 * Copies the prepared data below `folder`, and returns the copied data folder. Owners, modes and
 * times are copied too, and the blocks are shared if the file system supports it.
 */
export function copyDemoData(prepared: string, folder: string): string {
  const dataDir = join(folder, 'data');
  const share = process.platform === 'linux' ? ['--reflink=auto'] : [];
  execFileSync('cp', ['-a', ...share, join(prepared, 'data'), dataDir]);
  return dataDir;
}

/**
 * Resolves when the history of a program with METRICS_PORT is filled and the energy of all devices is computed from it; otherwise
 * each program on a copy would compute the energy again.
 */
export async function historyComputed(program: Program): Promise<void> {
  const metrics = /^Metrics for Prometheus: (\S+)/m;
  const until = Date.now() + FILL_LIMIT_MS;
  for (;;) {
    const text = program.output();
    const url = metrics.exec(text)?.[1];
    const isFilled = /^Demo history: 100 %/m.test(text);
    if (isFilled && url !== undefined && (await devicesToCompute(url)) === 0) return;
    if (program.child.exitCode !== null || Date.now() > until) {
      throw new Error(`The demo did not compute its history:\n${text}`);
    }
    await setTimeout(POLL_MS);
  }
}

/**
 * Returns the number of devices whose energy is not computed yet, or undefined until the program
 * can report it.
 */
async function devicesToCompute(metricsUrl: string): Promise<number | undefined> {
  const text = await (await fetch(metricsUrl)).text();
  const value = /^busbar_platform_ledger_waiting_devices (\d+)$/m.exec(text)?.[1];
  return value === undefined ? undefined : Number(value);
}
