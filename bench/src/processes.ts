/**
 * Memory and processor time of a fleet of connections, and the cost of a second process: the
 * memory of an idle connection, the processor time of idle connections, and the processor time of a
 * reading in the process that receives it, in another process without and with a page of the
 * customer, and in the database, which is an external PostgreSQL because the embedded one belongs to
 * one process.
 *
 * `--devices 10000` connections, `--rate 500` readings a second, `--seconds 20` of each step.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { openPushSocket } from './browser/push-socket.ts';
import { createBenchWorld } from './engine/bench-devices.ts';
import {
  type BenchEngine,
  type ServerProgram,
  startServerProgram,
  withEngine,
} from './engine/bench-engine.ts';
import { benchOptions } from './engine/bench-options.ts';
import { printTable } from './engine/print-table.ts';
import { cpuSeconds, cpuSecondsOfChildren, parentOf, residentMiB } from './engine/process-times.ts';
import { payloads } from './load/load-payloads.ts';
import { type LoadProcess, startLoad } from './load/load-process.ts';

/** The first process receives the readings; each step starts with a new one. */
const STEPS = [
  { name: 'one process without the ledger', first: 'api,gateway' },
  { name: 'one process with the ledger', first: 'api,gateway,worker' },
  { name: 'a second process without pages', first: 'api,gateway', second: 'api' },
  { name: 'a second process with an open page', first: 'api,gateway', second: 'api', page: true },
] as const satisfies readonly Step[];

interface Step {
  readonly name: string;
  /** Roles of the process that receives the readings. */
  readonly first: string;
  readonly second?: string;
  /** A page of the customer is open at the second process. */
  readonly page?: boolean;
}
/** Time for the start's own work and for the processes to find each other. */
const SETTLE_MS = 12_000;

type Row = Record<string, string | number>;

export async function benchProcesses(options: readonly string[]): Promise<void> {
  const values = benchOptions(options, { devices: '10000', rate: '500', seconds: '20' });
  const settings = {
    devices: Number(values.devices),
    rate: Number(values.rate),
    runMs: Number(values.seconds) * 1000,
  };
  await withEngine('external', async (engine) => {
    const database = await engine.open();
    const world = await createBenchWorld(database, settings.devices);
    await sql`analyze`.execute(database.as('owner').db);
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(
      database.db,
    );
    const postmaster = parentOf(rows[0]!.pid);
    await database.close();
    const idle: Row[] = [];
    const readings: Row[] = [];
    const { admin } = world.tenant.users;
    for (const step of STEPS as readonly Step[]) {
      const first = await startServer(engine, step.first);
      const second = step.second ? await startServer(engine, step.second) : undefined;
      const page =
        second && step.page
          ? await openPushSocket(second.url, admin.token, admin.userId)
          : undefined;
      const load = startLoad();
      const used = () => ({
        first: cpuSeconds(first.pid),
        second: second ? cpuSeconds(second.pid) : 0,
        database: cpuSecondsOfChildren(postmaster),
      });
      await sleep(SETTLE_MS);
      const opened = await connect(first, load, world.devices, settings.runMs);
      idle.push({ step: step.name, connections: settings.devices, ...opened });
      const before = used();
      const { acknowledged } = await load.send({
        do: 'pace',
        perSecond: settings.rate,
        runMs: settings.runMs,
      });
      const after = used();
      load.end();
      page?.close();
      await second?.stop();
      await first.stop();
      const us = (part: keyof typeof after) =>
        (((after[part] - before[part]) * 1e6) / acknowledged!).toFixed(0);
      readings.push({
        step: step.name,
        'readings/s': settings.rate,
        'receiving process, us a reading': us('first'),
        'other process, us': second ? us('second') : '',
        'database, us': us('database'),
      });
    }
    printTable(`Idle connections on ${engine.name}`, idle);
    printTable(
      `Processor time of a reading on ${engine.name}; ${payloads(1)[0]!.length} bytes each`,
      readings,
    );
  });
}

const startServer = (engine: BenchEngine, roles: string) =>
  startServerProgram(engine, { ROLES: roles, DEVICE_RATE: '1000000' });

/** Connects all devices and measures their memory, then the processor time while they are idle. */
async function connect(
  { pid, mqttPort }: ServerProgram,
  load: LoadProcess,
  devices: Awaited<ReturnType<typeof createBenchWorld>>['devices'],
  idleMs: number,
): Promise<Row> {
  const before = { mib: residentMiB(pid), s: cpuSeconds(pid) };
  await load.send({ do: 'connect', port: mqttPort, devices });
  const connectS = cpuSeconds(pid) - before.s;
  const grown = residentMiB(pid) - before.mib;
  const idleFrom = cpuSeconds(pid);
  await sleep(idleMs);
  return {
    'server MiB before': before.mib.toFixed(0),
    'KiB a connection': ((grown * 1024) / devices.length).toFixed(1),
    'processor time of a sign-in, us': ((connectS * 1e6) / devices.length).toFixed(0),
    'idle processor time, cores': ((cpuSeconds(pid) - idleFrom) / (idleMs / 1000)).toFixed(3),
  };
}
