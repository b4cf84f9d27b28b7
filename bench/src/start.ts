/**
 * The start of the program on an existing database until it is ready, after an orderly stop and
 * after a kill. Before each start the kernel's file cache is dropped if the bench runs as root. The
 * goal is 5 s.
 *
 * `--database external|embedded` (both), `--rounds 5`.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { type BenchEngine, startServerProgram, withEngine } from './engine/bench-engine.ts';
import { benchOptions } from './engine/bench-options.ts';
import { median, printTable } from './engine/print-table.ts';

const GOAL_S = 5;

export async function benchStart(options: readonly string[]): Promise<void> {
  const values = benchOptions(options, { rounds: '5' });
  for (const kind of values.engines) {
    await withEngine(kind, async (engine) => {
      const rows = await measure(engine, Number(values.rounds));
      printTable(`Start on an existing database, ${engine.name}`, rows);
    });
  }
}

async function measure(engine: BenchEngine, rounds: number) {
  const after: Record<'stop' | 'kill', number[]> = { stop: [], kill: [] };
  // The first start makes the tables.
  let server = await startServerProgram(engine);
  for (let round = 0; round < rounds * 2; round += 1) {
    const end = round % 2 === 0 ? 'stop' : 'kill';
    await server[end]();
    const isCold = dropFileCache();
    if (round === 0) console.log(isCold ? 'with a cold file cache' : 'with a warm file cache');
    const began = performance.now();
    server = await startServerProgram(engine);
    after[end].push((performance.now() - began) / 1000);
  }
  await server.stop();
  return Object.entries(after).map(([end, seconds]) => ({
    after: `a ${end}`,
    [`median, s (goal ${GOAL_S})`]: median(seconds).toFixed(1),
    'longest, s': Math.max(...seconds).toFixed(1),
  }));
}

function dropFileCache(): boolean {
  try {
    execFileSync('sync');
    writeFileSync('/proc/sys/vm/drop_caches', '3');
    return true;
  } catch {
    return false;
  }
}
