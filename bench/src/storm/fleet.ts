/** The fleet, a separate process: thousands of devices that reconnect by themselves. */
import { createInterface } from 'node:readline';
import { FleetDevice } from '../../../apps/server/test/support/fleet/fleet-device.ts';
import { percentile } from '../engine/print-table.ts';
import { payloads } from '../load/load-payloads.ts';
import type { FleetInstruction, FleetReport } from './fleet-instruction.ts';

const POLL_MS = 10;
const MINUTE_MS = 60_000;
const VALUES = payloads(64).map((bytes) => bytes.toString());

const right: FleetDevice[] = [];
const wrong: FleetDevice[] = [];
/** Time of the first connection since the mark. */
const backAt = new Map<FleetDevice, number>();
let markedAt = 0;
const refusedBefore = { right: 0, wrong: 0 };

const refusalsOf = (devices: readonly FleetDevice[]) =>
  devices.reduce((sum, { refusals }) => sum + refusals, 0);

function mark(): void {
  backAt.clear();
  markedAt = performance.now();
  refusedBefore.right = refusalsOf(right);
  refusedBefore.wrong = refusalsOf(wrong);
}

async function until(isDone: () => boolean): Promise<void> {
  while (!isDone()) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
}

function reading(index: number, ts: number): string {
  return VALUES[index % VALUES.length]!.replace(/"ts":\d+/, `"ts":${ts}`).replace(
    /"epT":[\d.]+/,
    `"epT":${(ts / 1e8).toFixed(2)}`,
  );
}

async function obey(instruction: FleetInstruction): Promise<FleetReport> {
  switch (instruction.do) {
    case 'start': {
      mark();
      for (const [index, { code, secret }] of instruction.devices.entries()) {
        const isWrong = index % instruction.wrongEvery === 0;
        const device = new FleetDevice({
          code,
          secret: isWrong ? `${secret}-of-before` : secret,
          port: () => instruction.port,
          from: `127.0.2.${1 + (index % instruction.sites)}`,
          random: Math.random,
          onOnline(online) {
            if (!backAt.has(online)) backAt.set(online, performance.now() - markedAt);
          },
        });
        (isWrong ? wrong : right).push(device);
        device.start();
      }
      return {};
    }
    case 'mark':
      mark();
      return {};
    case 'cut':
      mark();
      for (const device of [...right, ...wrong]) device.cut();
      return {};
    case 'await': {
      await until(() => right.every((device) => device.isOnline && backAt.has(device)));
      const sorted = Float64Array.from(right, (device) => backAt.get(device)!).sort();
      return {
        backMs: [0.5, 0.95, 1].map((part) => percentile(sorted, part)),
        refusedWrong: refusalsOf(wrong) - refusedBefore.wrong,
        refusedRight: refusalsOf(right) - refusedBefore.right,
        admittedWrong: wrong.reduce((sum, { onlineCount }) => sum + onlineCount, 0),
      };
    }
    case 'backlog': {
      const began = performance.now();
      const now = Date.now();
      const { hours, perMessage } = instruction;
      let acknowledged = 0;
      for (const [index, device] of right.entries()) {
        for (let minute = hours * 60; minute > 0; minute -= perMessage) {
          const count = Math.min(perMessage, minute);
          const of = (i: number) => reading(index + i, now - (minute - i) * MINUTE_MS);
          const onAcknowledged = () => {
            acknowledged += count;
          };
          const payload = () => `[${Array.from({ length: count }, (_, i) => of(i)).join(',')}]`;
          device.send({ kind: 'data', payload, onAcknowledged });
        }
      }
      await until(() => right.every(({ pending }) => pending === 0));
      return { acknowledged, tookMs: performance.now() - began };
    }
    case 'end':
      process.exit(0);
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(await obey(JSON.parse(line)))}\n`);
}
