/**
 * Ingest from an MQTT QoS 1 message to a committed row: the complete path of a reading through the
 * server, with the load generator on the same cores, compared to a bare COPY of the same rows into
 * the same tables.
 *
 * `--database external|embedded|distributed` (the first two), `--devices 200`, `--window 16` messages of each in flight,
 * `--seconds 10` of each of three runs.
 */
import { tmpdir } from 'node:os';
import { sql } from 'kysely';
import type { Database } from '../../apps/server/src/storage/database.ts';
import { createBenchWorld } from './engine/bench-devices.ts';
import { type BenchEngine, startServerProgram, withEngine } from './engine/bench-engine.ts';
import { benchOptions } from './engine/bench-options.ts';
import { median, printTable } from './engine/print-table.ts';
import { cpuSeconds, databaseSeconds, residentMiB } from './engine/process-times.ts';
import { startLoad } from './load/load-process.ts';
import { copyAgain } from './storage/copy-again.ts';

const WARM_UP_MS = 3_000;
const RUNS = 3;

export async function benchIngest(options: readonly string[]): Promise<void> {
  const values = benchOptions(
    options,
    {
      devices: '200',
      window: '16',
      seconds: '10',
      profile: false,
    },
    { mayDistribute: true },
  );
  const rows: Record<string, string | number>[] = [];
  for (const kind of values.engines) {
    await withEngine(kind, async (engine) => {
      rows.push(
        await measure(engine, {
          devices: Number(values.devices),
          window: Number(values.window),
          runMs: Number(values.seconds) * 1000,
          profile: values.profile,
        }),
      );
    });
  }
  printTable(
    'Ingest: MQTT QoS 1 to committed row, 28 values a reading, one reading a message',
    rows,
  );
}

interface Settings {
  readonly devices: number;
  readonly window: number;
  readonly runMs: number;
  /** Writes the processor profiles of the server and the load generator into the current folder. */
  readonly profile: boolean;
}

async function measure(
  engine: BenchEngine,
  settings: Settings,
): Promise<Record<string, string | number>> {
  const before = await engine.open();
  const world = await createBenchWorld(before, settings.devices);
  await before.close();
  await engine.distribute();
  const server = await startServerProgram(
    engine,
    { DEVICE_RATE: '1000000', ROLES: 'api,gateway,worker' },
    settings.profile ? ['--cpu-prof', `--cpu-prof-dir=${tmpdir()}/busbar-profiles`] : [],
  );
  const load = startLoad(
    settings.profile ? ['--cpu-prof', `--cpu-prof-dir=${tmpdir()}/busbar-profiles`] : [],
  );
  await load.send({ do: 'connect', port: server.mqttPort, devices: world.devices });

  const used = () => ({
    server: cpuSeconds(server.pid),
    load: cpuSeconds(load.pid),
    database: engine.kind === 'embedded' ? 0 : databaseSeconds(process.pid),
  });
  const usedBefore = used();
  await server.stalls();
  const full = await load.send({
    do: 'saturate',
    window: settings.window,
    warmUpMs: WARM_UP_MS,
    runs: RUNS,
    runMs: settings.runMs,
  });
  const usedAfter = used();
  const stalledFull = (await server.stalls()).longestMs;
  const each = (part: keyof typeof usedAfter) =>
    (((usedAfter[part] - usedBefore[part]) * 1e6) / full.acknowledged!).toFixed(1);
  const memory = residentMiB(server.pid);

  const rate = median(full.runs!);
  const paced = await load.send({
    do: 'pace',
    perSecond: Math.floor(rate / 2),
    runMs: settings.runMs,
  });
  const stalledHalf = (await server.stalls()).longestMs;
  load.end();
  await server.stop();

  const after = await engine.open();
  const stored = await countStored(after);
  const copied = await copyAgain(engine, after);
  await after.close();
  if (stored !== paced.acknowledged) {
    throw new Error(`${paced.acknowledged} readings were acknowledged, ${stored} are stored`);
  }
  const number = (value: number) => Math.round(value).toLocaleString('en');
  return {
    database: engine.name,
    'readings/s (3 runs)': `${number(rate)} (${full.runs!.map(number).join(', ')})`,
    'bare COPY, rows/s': number(copied),
    share: `${Math.round((rate / copied) * 100)} %`,
    'ack at half load p50 / p99, ms': paced
      .latencies!.slice(0, 2)
      .map((ms) => ms.toFixed(0))
      .join(' / '),
    'processor time a reading: server / database / load, us': [
      each('server'),
      engine.kind === 'embedded' ? 'in server' : each('database'),
      each('load'),
    ].join(' / '),
    'longest stall at full / half load, ms': `${number(stalledFull)} / ${number(stalledHalf)}`,
    'server MiB': number(memory),
    stored: number(stored),
  };
}

async function countStored(database: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from measurement`.execute(
    database.db,
  );
  return rows[0]!.count;
}
