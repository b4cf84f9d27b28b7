/** However `npm start` is stopped, none of its processes is still running after ten seconds. */
import { existsSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { createFolder, removeFolder } from './support/demo/data-folder.ts';
import { copyDemoData } from './support/demo/demo-data.ts';
import {
  type NpmStart,
  npmStart,
  type Process,
  processesBelow,
  remaining,
} from './support/demo/npm-start.ts';

const STOP_LIMIT_MS = 10_000;
const SCRIPT = 'scripts/start.mjs';
const SERVER = 'server/dist/main.js';
const SIMULATOR = 'server/dist/simulator.js';
const DATABASE = 'bin/postgres -D';
const TERMINAL = '/usr/bin/script';

// The starts share one data folder with a filled demo, and each of them proves that the previous one
// has left the folder usable.
let dataDir: string;
const folders: string[] = [];
let recorded: Process[] = [];
beforeAll(() => {
  const folder = createFolder();
  folders.push(folder);
  dataDir = copyDemoData(inject('demoData'), folder);
});

async function ready(started: NpmStart): Promise<void> {
  await started.prints('Busbar is ready');
  record(started);
  for (const program of [SCRIPT, SERVER, SIMULATOR]) expect(pidOf(program)).toBeGreaterThan(0);
}

function record(started: NpmStart): void {
  recorded = processesBelow(started.child.pid!);
}

function pidOf(program: string): number {
  return recorded.filter(({ command }) => command.includes(program)).at(-1)?.pid ?? 0;
}

async function nothingRemains(dir = dataDir): Promise<void> {
  await expect
    .poll(() => commandsOf(remaining(recorded, dir)), { timeout: STOP_LIMIT_MS, interval: 100 })
    .toBe('');
}

afterEach(() => {
  for (const dir of folders) {
    for (const { pid } of remaining(recorded, dir)) process.kill(pid, 'SIGKILL');
  }
  recorded = [];
});
afterAll(() => {
  for (const dir of folders) removeFolder(dir);
});

// These tests read the processes from /proc.
describe.skipIf(process.platform !== 'linux')('npm start leaves no process behind', () => {
  it('when npm gets a SIGTERM', async () => {
    const started = await npmStart(dataDir);
    await ready(started);
    started.child.kill('SIGTERM');
    await nothingRemains();
  });

  it('when npm gets a SIGINT', async () => {
    const started = await npmStart(dataDir);
    await ready(started);
    started.child.kill('SIGINT');
    await nothingRemains();
  });

  it('when Ctrl-C is pressed twice', async () => {
    const started = await npmStart(dataDir);
    await ready(started);
    process.kill(-started.child.pid!, 'SIGINT');
    await new Promise((resolve) => setTimeout(resolve, 50));
    for (const { pid } of recorded) signalIfRunning(pid, 'SIGINT');
    await nothingRemains();
  });

  it.skipIf(!existsSync(TERMINAL))('when its terminal is closed', async () => {
    const started = await npmStart(dataDir, [TERMINAL, '-qfc', 'npm start', '/dev/null']);
    await ready(started);
    started.child.kill('SIGKILL');
    await nothingRemains();
  });

  it('when npm is killed', async () => {
    const started = await npmStart(dataDir);
    await ready(started);
    started.child.kill('SIGKILL');
    await nothingRemains();
  });

  it('when its start script is killed', async () => {
    await ready(await npmStart(dataDir));
    process.kill(pidOf(SCRIPT), 'SIGKILL');
    await nothingRemains();
  });

  it('except the database when the server is killed, and the next start adopts the database', async () => {
    await ready(await npmStart(dataDir));
    const database = pidOf(DATABASE);
    process.kill(pidOf(SERVER), 'SIGKILL');
    await expect
      .poll(() => commandsOf(remaining(recorded, dataDir).filter(isNotOfDatabase)), {
        timeout: STOP_LIMIT_MS,
        interval: 100,
      })
      .toBe('');
    const next = await npmStart(dataDir);
    await next.prints('Busbar is ready');
    recorded.push(...processesBelow(next.child.pid!));
    expect(remaining(recorded, dataDir).map(({ pid }) => pid)).toContain(database);
    next.child.kill('SIGTERM');
    await nothingRemains();
  });

  it.each(['Opening the database', 'Preparing the demo'])(
    'when npm gets a SIGTERM during "%s"',
    async (line) => {
      const dir = createFolder();
      folders.push(dir);
      const started = await npmStart(dir);
      await started.prints(line);
      record(started);
      started.child.kill('SIGTERM');
      await nothingRemains(dir);
      // The server has aborted its start gracefully; it was not only killed.
      expect(started.output()).toContain('"msg":"stopping"');
      expect(started.output()).not.toContain('Busbar is ready');
    },
  );
});

const commandsOf = (processes: readonly Process[]): string =>
  processes.map(({ command }) => command).join('\n');
const isNotOfDatabase = ({ command }: Process): boolean => !command.includes('postgres');

function signalIfRunning(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has already ended.
  }
}
