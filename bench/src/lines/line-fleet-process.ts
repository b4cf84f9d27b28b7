/** Client of the process with the DTUs. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { LineFleetReport, LineInstruction } from './line-instruction.ts';

export interface LineFleet {
  send(instruction: LineInstruction): Promise<LineFleetReport>;
  end(): Promise<void>;
}

export function startLineFleet(): LineFleet {
  const file = fileURLToPath(new URL('./line-fleet.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), file], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const write = (instruction: LineInstruction) =>
    child.stdin.write(`${JSON.stringify(instruction)}\n`);
  return {
    async send(instruction) {
      write(instruction);
      const { value, done } = await lines.next();
      if (done === true) throw new Error('the process with the DTUs ended');
      return JSON.parse(value) as LineFleetReport;
    },
    async end() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      write({ do: 'end' });
      await ended;
      process.off('exit', kill);
    },
  };
}
