/** The simulator as a separate program, started the way an operator starts it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';

export interface EndedProgram {
  readonly exitCode: number | null;
  /** The text written to stdout and stderr. */
  readonly said: string;
  readonly complained: string;
}

const program = createRequire(import.meta.url).resolve('@busbar/simulator/main');

/** Resolves when the program has exited by itself; it is killed if a test fails midway. */
export async function runSimulator(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<EndedProgram> {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', program, '--end-with-parent', ...args],
    {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: { ...process.env, ...env },
    },
  );
  let said = '';
  let complained = '';
  child.stdout!.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    complained += text;
  });
  const [exitCode] = (await once(child, 'close')) as [number | null];
  return { exitCode, said, complained };
}
