/**
 * The folder of the Unix socket: the data directory, or a short private folder if the directory's
 * path is too long.
 */
import { chownSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { SystemUser } from './postgres-user.ts';

/** Linux allows 107 bytes for a socket's path, macOS 103. */
const MAX_PATH_BYTES = 103;
const PREFIX = 'busbar-socket-';

/** Returns undefined on Windows, where the server listens on the loopback interface. */
export function createSocketFolder(
  folder: string,
  port: number,
  user: SystemUser | undefined,
): string | undefined {
  if (process.platform === 'win32') return undefined;
  if (Buffer.byteLength(join(folder, `.s.PGSQL.${port}`)) <= MAX_PATH_BYTES) return folder;
  const short = mkdtempSync(join(tmpdir(), PREFIX));
  if (user !== undefined) chownSync(short, user.uid, user.gid);
  return short;
}

/** Removes a temporary folder of `createSocketFolder`; ignores every other folder. */
export function removeSocketFolder(socketFolder = ''): void {
  if (!basename(socketFolder).startsWith(PREFIX)) return;
  if (dirname(socketFolder) !== tmpdir()) return;
  if (statSync(socketFolder, { throwIfNoEntry: false })?.isDirectory() !== true) return;
  rmSync(socketFolder, { recursive: true, force: true });
}
