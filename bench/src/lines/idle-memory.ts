/** Memory of lines without polls. */
import { startServerProgram } from '../engine/bench-engine.ts';
import { cpuSeconds, residentMiB } from '../engine/process-times.ts';
import { startLineFleet } from './line-fleet-process.ts';
import type { LinesWorld } from './lines-world.ts';

const SETTLE_MS = 10_000;
const IDLE_MS = 30_000;
/** Last lines of the server's output that are printed: its warnings. */
const MAX_LINES = 5;

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Each line has been polled once, so that what a line retains is included. */
export async function measureIdleLines(
  { engine, idle }: LinesWorld,
  env: Readonly<Record<string, string>>,
): Promise<Record<string, string | number>> {
  const server = await startServerProgram(engine, env);
  const fleet = startLineFleet();
  await sleep(SETTLE_MS);
  await server.collect();
  const emptyMiB = residentMiB(server.pid);
  const { heapMiB: emptyHeapMiB } = await server.stalls();
  const began = performance.now();
  const cpuBefore = cpuSeconds(server.pid);
  const { endings } = await fleet.send({
    ...{ do: 'idle', port: Number(env.DTU_PORT), dtus: idle },
  });
  const tookS = (performance.now() - began) / 1000;
  const signInCpuS = cpuSeconds(server.pid) - cpuBefore;
  await sleep(SETTLE_MS);
  await server.collect();
  const mib = residentMiB(server.pid);
  const { heapMiB } = await server.stalls();
  const idleFrom = { at: performance.now(), cpu: cpuSeconds(server.pid) };
  await sleep(IDLE_MS);
  const idleS = (performance.now() - idleFrom.at) / 1000;
  const share = (cpuSeconds(server.pid) - idleFrom.cpu) / idleS;
  for (const line of server.output.slice(-MAX_LINES)) console.error(line);
  await fleet.end();
  await server.stop();
  const kib = (after: number, before: number) => ((after - before) * 1024) / idle.length;
  return {
    lines: idle.length,
    'KiB a line (goal under 40)': kib(mib, emptyMiB).toFixed(1),
    'of them in the heap': kib(heapMiB, emptyHeapMiB).toFixed(1),
    'server MiB before / after': `${emptyMiB.toFixed(0)} / ${mib.toFixed(0)}`,
    'connections that ended': endings!,
    'connected in, s': tookS.toFixed(1),
    'processor time of a connection, ms': ((1000 * signInCpuS) / idle.length).toFixed(2),
    'server while idle, share of one core': share.toFixed(3),
  };
}
