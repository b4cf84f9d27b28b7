/** Creates the data directory with initdb. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { StartError } from '../start-error.ts';
import { checkFreeSpace, MIN_FREE_TO_CREATE_BYTES, notWritable } from './check-folder.ts';
import type { DataPlace } from './data-place.ts';
import { programOf } from './native-package.ts';
import { programEnvironment } from './program-environment.ts';

const run = promisify(execFile);

/**
 * The directory gets its final name only when it is complete, so that a killed start leaves nothing
 * that looks like a database.
 */
export async function createCluster({ folder, native, user }: DataPlace): Promise<void> {
  checkFreeSpace(dirname(folder), MIN_FREE_TO_CREATE_BYTES);
  const unfinished = `${folder}.new`;
  const passwordFile = `${unfinished}-password`;
  const owner = user === undefined ? {} : { uid: user.uid, gid: user.gid };
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
    await run(programOf(native, 'initdb'), parameters, {
      ...owner,
      cwd: '/',
      env: programEnvironment(),
    });
    if (password !== undefined) renameSync(passwordFile, join(unfinished, 'busbar-password'));
    renameSync(unfinished, folder);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    rmSync(passwordFile, { force: true });
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
