/** Runs a PostgreSQL program that starts processes of its own, and ends all of them on request. */
import { execFile, spawn } from 'node:child_process';
import { programEnvironment } from './program-environment.ts';

export interface ProgramOptions {
  /** The user that runs the program; undefined: the user of this process. */
  readonly user: { readonly uid: number; readonly gid: number } | undefined;
  /** Aborted: the program is killed. */
  readonly signal: AbortSignal;
}

/** The program did not succeed. */
class ProgramError extends Error {
  override readonly name = 'ProgramError';
  /** Exit code, signal or error code. */
  readonly code: unknown;
  readonly stderr: string;

  constructor(code: unknown, stderr: string) {
    super(`ended with ${code}: ${stderr}`);
    this.code = code;
    this.stderr = stderr;
  }
}

/**
 * Resolves when the program has succeeded. Throws `ProgramError` if it did not, and the reason of
 * the signal if that was aborted; all processes of the program have ended by then.
 */
export async function runProgram(
  program: string,
  parameters: readonly string[],
  { user, signal }: ProgramOptions,
): Promise<void> {
  signal.throwIfAborted();
  const child = spawn(program, parameters, {
    ...(user === undefined ? {} : { uid: user.uid, gid: user.gid }),
    cwd: '/',
    env: programEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe'],
    // A process group, which can be killed as a whole.
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  const kill = () => killGroup(child.pid);
  signal.addEventListener('abort', kill);
  process.once('exit', kill);
  try {
    await new Promise<void>((resolve, reject) => {
      let stderr = '';
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        stderr += text;
      });
      child.once('error', (error: NodeJS.ErrnoException) =>
        reject(new ProgramError(error.code, error.message)),
      );
      // All processes of the program have this pipe, so all of them have ended.
      child.once('close', (code, endSignal) =>
        code === 0 ? resolve() : reject(new ProgramError(code ?? endSignal, stderr)),
      );
    });
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', kill);
    process.off('exit', kill);
  }
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  if (process.platform === 'win32') {
    execFile('taskkill', ['/pid', `${pid}`, '/t', '/f'], () => undefined);
    return;
  }
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The processes have already ended.
  }
}
