/** Client of the load generator process. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { LoadInstruction, LoadReport } from './load-instruction.ts';

export interface LoadProcess {
  readonly pid: number;
  /** Sends an instruction and resolves with its report. */
  send(instruction: LoadInstruction): Promise<LoadReport>;
  end(): void;
}

export function startLoad(nodeOptions: readonly string[] = []): LoadProcess {
  const file = fileURLToPath(new URL('./load.ts', import.meta.url));
  const child = spawn(
    process.execPath,
    [...nodeOptions, '--import', import.meta.resolve('tsx'), file],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  process.once('exit', () => child.kill('SIGKILL'));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    pid: child.pid!,
    async send(send) {
      child.stdin.write(`${JSON.stringify(send)}\n`);
      const { value, done } = await lines.next();
      if (done === true) throw new Error('the load generator ended');
      return JSON.parse(value) as LoadReport;
    },
    end() {
      child.stdin.write(`${JSON.stringify({ do: 'end' } satisfies LoadInstruction)}\n`);
    },
  };
}
