/**
 * The cost of the demo: time until it is ready with its last seven days, then memory of the server,
 * of the database and of the simulated fleet and the longest event loop delay, while the rest of
 * the thirteen months is generated and afterwards.
 *
 * `--database external|embedded` (both), `--seconds 60` to watch after it is ready, `--profile`.
 */
import { type BenchEngine, startServerProgram, withEngine } from './engine/bench-engine.ts';
import { benchOptions } from './engine/bench-options.ts';
import { printTable } from './engine/print-table.ts';
import {
  childrenOf,
  cpuSeconds,
  postgresBelow,
  residentMiB,
  togetherMiB,
} from './engine/process-times.ts';

const SAMPLE_MS = 500;

export async function benchMemory(options: readonly string[]): Promise<void> {
  const values = benchOptions(options, { seconds: '60', profile: false });
  const rows: Record<string, string | number>[] = [];
  for (const kind of values.engines) {
    await withEngine(kind, async (engine) => {
      rows.push(await measure(engine, Number(values.seconds), values.profile));
    });
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
  // The embedded database is a child process of the server, the external one of the bench.
  const databaseOf = engine.kind === 'embedded' ? server.pid : process.pid;
  const highest = { server: atReady, database: 0, both: 0, fleet: 0 };
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    const postgres = postgresBelow(databaseOf);
    const others = childrenOf(server.pid).filter((pid) => !postgres.includes(pid));
    const now = { server: residentMiB(server.pid), database: togetherMiB(postgres) };
    highest.server = Math.max(highest.server, now.server);
    highest.database = Math.max(highest.database, now.database);
    highest.both = Math.max(highest.both, now.server + now.database);
    highest.fleet = Math.max(highest.fleet, ...others.map(residentMiB));
    await new Promise((resolve) => setTimeout(resolve, SAMPLE_MS));
  }
  const { longestMs: stallAfter } = await server.stalls();
  const filled = server.output.findLast((line) => line.startsWith('Demo history')) ?? 'none yet';
  const atEnd = residentMiB(server.pid);
  await server.stop();
  return {
    database: engine.name,
    'ready, s (goal 30)': readyS.toFixed(1),
    'CPU to ready, s': cpuToReady.toFixed(1),
    'server MiB at ready / highest / at the end': [atReady, highest.server, atEnd]
      .map((value) => value.toFixed(0))
      .join(' / '),
    'database MiB, highest': highest.database.toFixed(0),
    'both MiB, highest (goal 600)': highest.both.toFixed(0),
    'fleet MiB': highest.fleet.toFixed(0),
    'longest stall to ready / after, ms (goal 200)': `${stallToReady.toFixed(0)} / ${stallAfter.toFixed(0)}`,
    'history at the end': filled.replace('Demo history: ', ''),
  };
}
