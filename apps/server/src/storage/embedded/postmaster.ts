/** One PostgreSQL server process: started, or adopted from a Busbar that was killed. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { closeSync } from 'node:fs';
import type { DataPlace } from './data-place.ts';
import { programOf } from './native-package.ts';
import type { PostgresLog } from './postgres-log.ts';
import { isRunning } from './postmaster-file.ts';
import { programEnvironment } from './program-environment.ts';

const POLL_MS = 250;

export interface Postmaster {
  readonly pid: number;
  /** Resolves when the process has ended, for whatever reason. */
  readonly ended: Promise<void>;
  /** `fast` ends sessions and writes a checkpoint; `immediate` leaves recovery to the next start. */
  signal(mode: 'fast' | 'immediate'): void;
}

/**
 * The process gets its own process group: Ctrl-C in a terminal reaches only the Busbar server,
 * which stops the database last.
 */
export function spawnPostmaster(
  { folder, native, user }: DataPlace,
  settings: readonly string[],
  log: PostgresLog,
): Postmaster {
  const output = log.openForWriting();
  const child = spawn(programOf(native, 'postgres'), ['-D', folder, ...settings], {
    ...(user === undefined ? {} : { uid: user.uid, gid: user.gid }),
    cwd: '/',
    env: programEnvironment({ PGDATA: folder }),
    stdio: ['ignore', output, output],
    detached: true,
    windowsHide: true,
  });
  closeSync(output);
  // The handle of a database process that outlives its user must not keep this process alive.
  child.unref();
  return {
    pid: child.pid ?? 0,
    ended: endOf(child),
    signal: (mode) => signalPostmaster(child.pid ?? 0, mode, { folder, native }),
  };
}

/** A process started by another process: the system does not report its end, so it is polled. */
export function adoptPostmaster(
  pid: number,
  place: Pick<DataPlace, 'folder' | 'native'>,
): Postmaster {
  return {
    pid,
    ended: new Promise((resolve) => {
      const timer = setInterval(() => {
        if (isRunning(pid)) return;
        clearInterval(timer);
        resolve();
      }, POLL_MS);
      timer.unref();
    }),
    signal: (mode) => signalPostmaster(pid, mode, place),
  };
}

function endOf(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
}

function signalPostmaster(
  pid: number,
  mode: 'fast' | 'immediate',
  { folder, native }: Pick<DataPlace, 'folder' | 'native'>,
): void {
  if (pid === 0) return;
  if (process.platform === 'win32') {
    // Windows has no signals: PostgreSQL listens on its own pipe, which pg_ctl knows.
    const parameters = ['stop', '-D', folder, '-m', mode];
    const env = programEnvironment();
    execFile(programOf(native, 'pg_ctl'), parameters, { env }, () => undefined);
    return;
  }
  try {
    process.kill(pid, mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
  } catch {
    // The process has already ended.
  }
}
