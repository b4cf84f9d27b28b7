/**
 * The ledger while devices report: current readings, evenly distributed over all devices, at a
 * given rate. Measures how many were processed by the end, the age of the oldest unprocessed
 * register (the lag), and the time to process the remainder.
 */
import { sql } from 'kysely';
import { openDatabase } from '../../../apps/server/src/storage/open-database.ts';
import type { BenchEngine, ServerProgram } from '../engine/bench-engine.ts';
import { percentile } from '../engine/print-table.ts';
import {
  cpuSeconds,
  cpuSecondsOfChildren,
  parentOf,
  residentMiB,
} from '../engine/process-times.ts';
import { startLoad } from '../load/load-process.ts';
import type { EnergyWorld } from './energy-world.ts';

const POLLED_EVERY_MS = 500;
const LONGEST_WAIT_MS = 120_000;
/** Number of devices that are polled for completion if the database is not accessible. */
const SAMPLE = 20;

export interface RollupSettings {
  readonly perSecond: number;
  readonly runMs: number;
}

export async function measureRollup(
  engine: BenchEngine,
  server: ServerProgram,
  world: EnergyWorld,
  { perSecond, runMs }: RollupSettings,
): Promise<Record<string, string | number>> {
  const load = startLoad();
  const { devices } = world;
  await load.send({ do: 'connect', port: server.mqttPort, devices, isLive: true });
  await server.stalls();
  const watch = engine.kind === 'external' ? await watchLag(engine) : undefined;
  const used = () => ({
    server: cpuSeconds(server.pid),
    database: watch === undefined ? 0 : cpuSecondsOfChildren(watch.postmaster),
    load: cpuSeconds(load.pid),
  });
  const before = used();
  const foldedBefore = (await watch?.folded()) ?? 0;
  const began = performance.now();
  const { acknowledged, latencies } = await load.send({ do: 'pace', perSecond, runMs });
  // The time is measured up to the last acknowledgement, which is later than the last send if
  // messages queue.
  const tookMs = performance.now() - began;
  const after = used();
  const each = (part: keyof typeof after) =>
    (((after[part] - before[part]) * 1e6) / acknowledged!).toFixed(0);
  const { longestMs } = await server.stalls();
  const foldedThen = await watch?.folded();
  const ended = performance.now();
  await (watch?.caughtUp() ?? caughtUp(server, world));
  const restS = (performance.now() - ended) / 1000;
  const lags = watch?.lagsS() ?? [];
  await watch?.close();
  load.end();
  const number = (value: number) => Math.round(value).toLocaleString('en');
  const at = (part: number) =>
    percentile(
      lags.toSorted((a, b) => a - b),
      part,
    ).toFixed(1);
  return {
    database: engine.name,
    devices: number(devices.length),
    'asked for, readings/s': number(perSecond),
    'stored/s': number((acknowledged! * 1000) / tookMs),
    'folded/s meanwhile':
      foldedThen === undefined ? '' : number(((foldedThen - foldedBefore) * 1000) / tookMs),
    'lag p50 / p95 / most, s (goal 10)':
      lags.length === 0 ? '' : `${at(0.5)} / ${at(0.95)} / ${at(1)}`,
    'all folded after the last, s': restS.toFixed(1),
    'ack p50 / p99, ms': latencies!
      .slice(0, 2)
      .map((ms) => ms.toFixed(0))
      .join(' / '),
    'processor time a reading: server / database / load, us': [
      each('server'),
      watch === undefined ? 'in server' : each('database'),
      each('load'),
    ].join(' / '),
    'longest stall, ms': number(longestMs),
    'server MiB': number(residentMiB(server.pid)),
  };
}

/** Measures the lag over a database session of its own, in parallel to the server. */
async function watchLag(engine: BenchEngine) {
  const database = await openDatabase({
    dataDir: engine.env.DATA_DIR!,
    databaseUrl: engine.env.DATABASE_URL!,
    unsafeDatabase: false,
    log: { info: () => undefined, warn: () => undefined, error: console.error },
  });
  const lag = async (): Promise<number | null> => {
    const { rows } = await sql<{ lag: number | null }>`
      select extract(epoch from clock_timestamp() - min(from_ts))::float8 as lag from (
        select from_ts from energy_dirty union all select from_ts from energy_work) waiting`.execute(
      database.db,
    );
    return rows[0]!.lag;
  };
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database.db);
  const seen: number[] = [];
  let isOver = false;
  const asking = (async () => {
    while (!isOver) {
      seen.push((await lag()) ?? 0);
      await pause();
    }
  })();
  return {
    postmaster: parentOf(rows[0]!.pid),
    lagsS: () => seen,
    /** Returns the number of readings that the ledger has processed. */
    async folded(): Promise<number> {
      const { rows } = await sql<{ count: number }>`
        select coalesce(sum((state->>'n')::int8), 0)::int8 as count from energy_head`.execute(
        database.db,
      );
      return rows[0]!.count;
    },
    async caughtUp(): Promise<void> {
      isOver = true;
      await asking;
      const end = performance.now() + LONGEST_WAIT_MS;
      while ((await lag()) !== null) {
        if (performance.now() > end) throw new Error('the ledger does not catch up');
        await pause();
      }
    },
    close: () => database.close(),
  };
}

/** Polls a sample of the devices over the API, for a database that only the server can access. */
async function caughtUp(server: ServerProgram, { tenant, devices }: EnergyWorld): Promise<void> {
  const every = Math.max(1, Math.floor(devices.length / SAMPLE));
  const headers = { authorization: tenant.users.viewer.token };
  const end = performance.now() + LONGEST_WAIT_MS;
  for (const { code } of devices.filter((_, i) => i % every === 0)) {
    for (;;) {
      const answer = await fetch(`${server.url}/api/v2/energy-explanation?device_code=${code}`, {
        headers,
      });
      const { data } = (await answer.json()) as { data: { pending: boolean } };
      if (!data.pending) break;
      if (performance.now() > end) throw new Error(`${code} is not folded`);
      await pause();
    }
  }
}

const pause = () => new Promise((resolve) => setTimeout(resolve, POLLED_EVERY_MS));
