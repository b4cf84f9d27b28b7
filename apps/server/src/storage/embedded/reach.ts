/** Checks, as another system user, whether that user can use a folder or a program. */
import { execFile } from 'node:child_process';
import { chmodSync, chownSync, statSync } from 'node:fs';
import { promisify } from 'node:util';
import { type NativePackage, programOf } from './native-package.ts';
import type { SystemUser } from './postgres-user.ts';
import { programEnvironment } from './program-environment.ts';

const run = promisify(execFile);

export function canEnter(user: SystemUser, folder: string): Promise<boolean> {
  return succeeds(user, '/bin/sh', ['-c', 'cd "$0"', folder]);
}

export function canRun(user: SystemUser, native: NativePackage): Promise<boolean> {
  return succeeds(user, programOf(native, 'postgres'), ['--version']);
}

/**
 * Lets the user traverse root's folder to reach the user's data below it. The user still cannot
 * list the folder, and it remains closed to everyone else; a folder that belongs to another group
 * is not changed.
 */
export function openForPassing(user: SystemUser, folder: string): void {
  const { uid, gid, mode } = statSync(folder);
  if (uid !== 0 || gid !== 0) return;
  chownSync(folder, 0, user.gid);
  chmodSync(folder, (mode & 0o7707) | 0o010);
}

async function succeeds(user: SystemUser, program: string, parameters: string[]): Promise<boolean> {
  try {
    const { uid, gid } = user;
    await run(program, parameters, { uid, gid, cwd: '/', env: programEnvironment() });
    return true;
  } catch {
    return false;
  }
}
