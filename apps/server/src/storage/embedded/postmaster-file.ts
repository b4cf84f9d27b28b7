/** `postmaster.pid`: PostgreSQL's own record of the process that serves a data directory. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface PostmasterNote {
  readonly pid: number;
  /**
   * Absolute path of the data directory when the process started; differs if the folder was moved
   * or copied since.
   */
  readonly dataFolder: string;
  readonly port: number;
  /** Folder of the Unix socket; empty if the server only uses TCP. */
  readonly socketFolder: string;
  /** True if the server accepts sessions; before that the other values may be incomplete. */
  readonly isReady: boolean;
}

export function readPostmasterNote(folder: string): PostmasterNote | undefined {
  const file = join(folder, 'postmaster.pid');
  if (!existsSync(file)) return undefined;
  const [pid, dataFolder = '', , port, socketFolder = '', , , status] = readFileSync(
    file,
    'utf8',
  ).split('\n');
  if (!Number.isInteger(Number(pid)) || Number(pid) <= 0) return undefined;
  return {
    pid: Number(pid),
    dataFolder,
    port: Number(port),
    socketFolder,
    isReady: status?.trim() === 'ready',
  };
}

/**
 * Returns false for a zombie process, whose parent may never collect it, as in a container without
 * an init process.
 */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return !isZombie(pid);
}

function isZombie(pid: number): boolean {
  if (process.platform !== 'linux') return false;
  try {
    // The name of the program is in parentheses and may contain any character.
    return / Z /.test(readFileSync(`/proc/${pid}/stat`, 'latin1').replace(/^.*\)/s, ''));
  } catch {
    return true;
  }
}

/**
 * Returns false if the process id now belongs to another program, as after a restart of a
 * container. A PostgreSQL server works in its data directory; if the system does not report it, the
 * record is trusted.
 */
export function isServerOf(pid: number, folder: string): boolean {
  if (!isRunning(pid)) return false;
  if (process.platform !== 'linux') return true;
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === folder;
  } catch {
    return false;
  }
}

/**
 * PostgreSQL does not start while the process of an earlier record exists, even if it is a zombie
 * or another program with the same process id. The id is replaced by that of an ended process; the
 * record remains, because PostgreSQL checks the shared memory it names for sessions that are still
 * active.
 */
export function disownEndedServer(folder: string): void {
  const note = readPostmasterNote(folder);
  if (note === undefined || isServerOf(note.pid, folder)) return;
  const file = join(folder, 'postmaster.pid');
  const [, ...rest] = readFileSync(file, 'utf8').split('\n');
  writeFileSync(file, [String(spawnSync(process.execPath, ['--version']).pid), ...rest].join('\n'));
  // The socket's lock file names the same process. A copied or moved folder contains its own lock
  // file, and the socket in its record may belong to a server that runs on the original.
  rmSync(join(folder, `.s.PGSQL.${note.port}.lock`), { force: true });
}
