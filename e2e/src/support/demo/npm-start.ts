/** `npm start` as an operator runs it, and the processes that belong to it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const LINE_LIMIT_MS = 240_000;

export interface NpmStart {
  /** npm, or the terminal in which npm runs; the leader of a process group of its own. */
  readonly child: ChildProcess;
  /** Resolves when the output contains `text`. */
  prints(text: string): Promise<void>;
  /** Returns the output of both streams so far. */
  output(): string;
}

/** Starts `command`, which runs `npm start`: npm itself, or a terminal. */
export async function npmStart(
  dataDir: string,
  [command, ...parameters]: readonly [string, ...string[]] = ['npm', 'start'],
): Promise<NpmStart> {
  const child = spawn(command, parameters, {
    cwd: root,
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: {
      ...process.env,
      DEMO: '1',
      HOST: '127.0.0.1',
      PORT: '0',
      MQTT_PORT: '0',
      DEMO_HISTORY_DAYS: '8',
      DATA_DIR: dataDir,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  return {
    child,
    output: () => output,
    prints: (text) =>
      new Promise((resolve, reject) => {
        const fail = () => reject(new Error(`"${text}" was not printed:\n${output}`));
        const limit = setTimeout(fail, LINE_LIMIT_MS);
        child.once('exit', fail);
        const look = () => {
          if (!output.includes(text)) return;
          clearTimeout(limit);
          child.off('exit', fail);
          child.stdout.off('data', look);
          resolve();
        };
        child.stdout.on('data', look);
        look();
      }),
  };
}

export interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

/** Returns `pid` and all its descendant processes. */
export function processesBelow(pid: number): Process[] {
  const all = allProcesses();
  const below = (parent: number): Process[] =>
    all.filter((one) => one.parent === parent).flatMap((one) => [one, ...below(one.pid)]);
  return [...all.filter((one) => one.pid === pid), ...below(pid)];
}

/**
 * Returns the running processes that were recorded before, or whose command or environment contains
 * the data folder.
 */
export function remaining(recorded: readonly Process[], dataDir: string): Process[] {
  return allProcesses().filter(
    ({ pid, command }) =>
      recorded.some((one) => one.pid === pid && one.command === command) ||
      command.includes(dataDir) ||
      readOf(pid, 'environ').includes(dataDir),
  );
}

/** Returns all processes except zombies, which no longer hold resources. */
function allProcesses(): Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const stat = readOf(Number(name), 'stat');
      const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (stat === '' || state === 'Z') return [];
      const command = readOf(Number(name), 'cmdline').replaceAll('\0', ' ').trim();
      return [{ pid: Number(name), parent: Number(parent), command }];
    });
}

function readOf(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
