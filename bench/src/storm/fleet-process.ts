/** Client of the fleet process. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { FleetInstruction, FleetReport } from './fleet-instruction.ts';

export interface FleetProcess {
  send(instruction: FleetInstruction): Promise<FleetReport>;
  end(): void;
}

export function startFleet(): FleetProcess {
  const file = fileURLToPath(new URL('./fleet.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), file], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  process.once('exit', () => child.kill('SIGKILL'));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const write = (instruction: FleetInstruction) =>
    child.stdin.write(`${JSON.stringify(instruction)}\n`);
  return {
    async send(instruction) {
      write(instruction);
      const { value, done } = await lines.next();
      if (done === true) throw new Error('the fleet ended');
      return JSON.parse(value) as FleetReport;
    },
    end: () => void write({ do: 'end' }),
  };
}
