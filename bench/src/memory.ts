/**
 * What the demo costs a machine: time until it is ready with its last seven days, then memory of the
 * server and of the simulated fleet and the longest stall of the event loop, while the rest of the
 * thirteen months is filled in and afterwards.
 *
 * `--database external|embedded` (both), `--seconds 60` to watch after it is ready, `--profile`.
 */
import { parseArgs } from 'node:util';
import {
  type BenchEngine,
  benchEngine,
  type DatabaseKind,
  startServerProgram,
} from './bench-engine.ts';
import { printTable } from './print-table.ts';
import { childrenOf, cpuSeconds, residentMiB } from './process-times.ts';

const SAMPLE_MS = 500;
const GOAL_MIB: Readonly<Record<DatabaseKind, number>> = { external: 250, embedded: 600 };

export async function benchMemory(options: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...options],
    options: {
      database: { type: 'string' },
      seconds: { type: 'string', default: '60' },
      profile: { type: 'boolean', default: false },
    },
  });
  const engines: DatabaseKind[] =
    values.database === undefined ? ['external', 'embedded'] : [values.database as DatabaseKind];
  const rows: Record<string, string | number>[] = [];
  for (const name of engines) {
    const engine = await benchEngine(name);
    try {
      rows.push(await measure(engine, Number(values.seconds), values.profile));
    } finally {
      await engine.remove();
    }
  }
  printTable('The demo: time to ready, memory, stalls of the event loop', rows);
}

async function measure(engine: BenchEngine, seconds: number, profile: boolean) {
  const began = performance.now();
  const nodeOptions = profile ? ['--cpu-prof'] : [];
  const server = await startServerProgram(engine, { DEMO: '1' }, nodeOptions);
  const readyS = (performance.now() - began) / 1000 - server.buildS;
  const cpuToReady = cpuSeconds(server.pid);
  const atReady = residentMiB(server.pid);
  const { longestMs: stallToReady } = await server.stalls();
  let highest = atReady;
  let fleetHighest = 0;
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    highest = Math.max(highest, residentMiB(server.pid));
    for (const child of childrenOf(server.pid)) {
      fleetHighest = Math.max(fleetHighest, residentMiB(child));
    }
    await new Promise((resolve) => setTimeout(resolve, SAMPLE_MS));
  }
  const { longestMs: stallAfter } = await server.stalls();
  const filled = server.said.findLast((line) => line.startsWith('Demo history')) ?? 'none yet';
  const atEnd = residentMiB(server.pid);
  await server.stop();
  return {
    database: engine.name,
    'ready, s (goal 30)': readyS.toFixed(1),
    'CPU to ready, s': cpuToReady.toFixed(1),
    'goal, MiB': GOAL_MIB[engine.kind],
    'server MiB at ready / highest / at the end': [atReady, highest, atEnd]
      .map((value) => value.toFixed(0))
      .join(' / '),
    'fleet MiB': fleetHighest.toFixed(0),
    'longest stall to ready / after, ms (goal 200)': `${stallToReady.toFixed(0)} / ${stallAfter.toFixed(0)}`,
    'history at the end': filled.replace('Demo history: ', ''),
  };
}
