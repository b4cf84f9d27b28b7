/** Creates the data directory with initdb. */
import { randomBytes } from 'node:crypto';
import { chownSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { StartError } from '../start-error.ts';
import { checkFreeSpace, MIN_FREE_TO_CREATE_BYTES, notWritable } from './check-folder.ts';
import type { DataPlace } from './data-place.ts';
import { programOf } from './native-package.ts';
import { runProgram } from './run-program.ts';

/**
 * The directory gets its final name only when it is complete, so that a killed start leaves nothing
 * that looks like a database. If `signal` is aborted, throws its reason and leaves no directory.
 */
export async function createCluster(
  { folder, native, user }: DataPlace,
  signal: AbortSignal,
): Promise<void> {
  checkFreeSpace(dirname(folder), MIN_FREE_TO_CREATE_BYTES);
  const unfinished = `${folder}.new`;
  const passwordFile = `${unfinished}-password`;
  try {
    rmSync(unfinished, { recursive: true, force: true });
    mkdirSync(unfinished, { mode: 0o700 });
    if (user !== undefined) chownSync(unfinished, user.uid, user.gid);
    const password = process.platform === 'win32' ? randomBytes(24).toString('hex') : undefined;
    if (password !== undefined) writeFileSync(passwordFile, password, { mode: 0o600 });
    const parameters = [
      ['-D', unfinished],
      ['-U', 'postgres'],
      ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
      // The socket is located in a folder that only the owner can enter.
      ['--auth-local=trust', '--auth-host=scram-sha-256'],
      ...(password === undefined ? [] : [[`--pwfile=${passwordFile}`]]),
    ].flat();
    await runProgram(programOf(native, 'initdb'), parameters, { user, signal });
    if (password !== undefined) renameSync(passwordFile, join(unfinished, 'busbar-password'));
    renameSync(unfinished, folder);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    rmSync(passwordFile, { force: true });
    if (signal.aborted) throw signal.reason;
    throw startErrorOf(folder, error);
  }
}

function startErrorOf(folder: string, error: unknown): StartError {
  const { code, stderr } = error as { code?: unknown; stderr?: string };
  if (stderr === undefined) return notWritable(dirname(folder), error);
  if (stderr.includes('No space left on device')) {
    return new StartError(
      `The disk of ${dirname(folder)} is full: free some space and start again.`,
      { cause: error },
    );
  }
  const lines = stderr
    .trim()
    .split('\n')
    .filter((line) => /error|FATAL|PANIC/.test(line));
  return new StartError(
    `The embedded database could not be created in ${folder} (initdb ended with ${code}): ${lines.at(-1) ?? stderr.trim()}`,
    { cause: error },
  );
}
