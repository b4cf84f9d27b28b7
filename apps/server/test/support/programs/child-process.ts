/** Real processes for tests: run a TypeScript file, read its lines, and end it on request. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface Child {
  readonly pid: number;
  /** Resolves with the next line of the standard output; rejects if the process ends before. */
  nextLine(): Promise<string>;
  /** Sends the signal and resolves when the process has exited. */
  end(signal: NodeJS.Signals): Promise<void>;
  signal(signal: NodeJS.Signals): void;
}

const running = new Set<ChildProcess>();
// A test that fails midway must not leave its processes running.
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

export function runTypeScript(file: URL, ...parameters: string[]): Child {
  const child = spawn(process.execPath, ['--import', 'tsx', fileURLToPath(file), ...parameters], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.add(child);
  const exited = once(child, 'exit').then(() => running.delete(child));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    pid: child.pid ?? 0,
    async nextLine() {
      const { value, done } = await lines.next();
      if (done) throw new Error('the process ended without another line');
      return value;
    },
    async end(signal) {
      child.kill(signal);
      await exited;
    },
    signal: (signal) => child.kill(signal),
  };
}
