/** A temporary database for a measurement, embedded or external, and the server program on it. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Database } from '../../../apps/server/src/storage/database.ts';
import { distribute } from '../../../apps/server/src/storage/distributed/distribute.ts';
import { openDatabase } from '../../../apps/server/src/storage/open-database.ts';
import { prepareDatabase } from '../../../apps/server/src/storage/prepare-database.ts';
import {
  createOnNodes,
  startCitusCluster,
} from '../../../apps/server/test/support/programs/citus-cluster.ts';
import { startPostgresCluster } from '../../../apps/server/test/support/programs/postgres-cluster.ts';
import { externalPostgres } from './external-postgres.ts';

/** `distributed`: Citus with two worker nodes on this machine, from the programs in `CITUS_BIN`. */
export type DatabaseKind = 'external' | 'embedded' | 'distributed';

export interface BenchEngine {
  readonly kind: DatabaseKind;
  /** Name in the printed tables. */
  readonly name: string;
  /** Environment variables that select this database for the server. */
  readonly env: Readonly<Record<string, string>>;
  /** Opens the database with its tables. The embedded one must not be in use by a server. */
  open(): Promise<Database>;
  /** Distributes the filled tables over the worker nodes, if there are any. */
  distribute(): Promise<void>;
  remove(): Promise<void>;
}

const log = {
  info: () => undefined,
  warn: (_details: object, message: string) => console.error(message),
  error: (details: object, message: string) => console.error(message, details),
};

/** Runs `work` on a new database, which is removed afterwards. */
export async function withEngine<T>(
  kind: DatabaseKind,
  work: (engine: BenchEngine) => Promise<T>,
  options: EngineOptions = {},
): Promise<T> {
  const engine = await benchEngine(kind, options);
  return work(engine).finally(() => engine.remove());
}

export interface EngineOptions {
  /** Runs the programs of the embedded database as the external server. */
  readonly isBundled?: boolean;
}

export async function benchEngine(
  kind: DatabaseKind,
  { isBundled = false }: EngineOptions = {},
): Promise<BenchEngine> {
  const dataDir = mkdtempSync(join(tmpdir(), 'busbar-bench-'));
  // The database may run as another operating system user, who needs access to the data folder
  // below.
  chmodSync(dataDir, 0o711);
  if (kind === 'embedded') {
    return {
      kind,
      name: 'embedded PostgreSQL 18',
      env: { DATA_DIR: dataDir },
      open: () => opened({ dataDir }),
      distribute: async () => undefined,
      remove: async () => rmSync(dataDir, { recursive: true, force: true }),
    };
  }
  if (kind === 'distributed') return distributedEngine(dataDir);
  const cluster = await startPostgresCluster(isBundled ? undefined : externalPostgres());
  const databaseUrl = `${cluster.url}/postgres`;
  return {
    kind,
    name: `PostgreSQL ${cluster.version.split(' ')[0]}`,
    env: { DATA_DIR: dataDir, DATABASE_URL: databaseUrl },
    open: () => opened({ dataDir, databaseUrl }),
    distribute: async () => undefined,
    async remove() {
      await cluster.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Fewer than the default, because both workers are on this machine. */
const BENCH_SHARDS = 4;

async function distributedEngine(dataDir: string): Promise<BenchEngine> {
  process.env['TEST_CITUS'] ??= process.env['CITUS_BIN'];
  const cluster = await startCitusCluster();
  if (cluster === undefined) {
    throw new Error('CITUS_BIN names no folder with the programs of PostgreSQL with Citus');
  }
  await createOnNodes(cluster.nodes, 'bench');
  const databaseUrl = `${cluster.url}/bench`;
  return {
    kind: 'distributed',
    name: `Citus on two workers, PostgreSQL ${cluster.version.split(' ')[0]}`,
    env: { DATA_DIR: dataDir, DATABASE_URL: databaseUrl },
    open: () => opened({ dataDir, databaseUrl }),
    async distribute() {
      const database = await opened({ dataDir, databaseUrl });
      await distribute(database, BENCH_SHARDS).finally(() => database.close());
    },
    async remove() {
      await cluster.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function opened(where: { dataDir: string; databaseUrl?: string }): Promise<Database> {
  const database = await openDatabase({ ...where, unsafeDatabase: false, log });
  await prepareDatabase(database, Date.now());
  return database;
}

export interface ServerProgram {
  readonly pid: number;
  readonly url: string;
  readonly mqttPort: number;
  /** Time to build the server's bundle, in seconds; zero for the second server of a run. */
  readonly buildS: number;
  /** Lines that the server has printed so far. */
  readonly output: readonly string[];
  /** Returns the event loop delays since the previous call of this function. */
  stalls(): Promise<Stalls>;
  /** Collects the garbage, so that memory in use can be measured. */
  collect(): Promise<void>;
  /**
   * Returns the number of executions of each SQL statement since the previous call of this
   * function. Requires a server that was started with `--import` of `statement-count.mjs`.
   */
  statements(): Promise<[text: string, count: number][]>;
  stop(): Promise<void>;
  /** Ends the program without notice. */
  kill(): Promise<void>;
}

export interface Stalls {
  readonly longestMs: number;
  readonly p95Ms: number;
  /** Heap in use at the time of the call. */
  readonly heapMiB: number;
  readonly p99Ms: number;
}

const READY_ASKED_MS = 20;
const stallWatch = new URL('./stall-watch.mjs', import.meta.url).href;

/** The bundle run by `npm start`, built from current sources once per run, then removed. */
function buildServer(): string {
  const folder = fileURLToPath(new URL(`../../dist/server-${process.pid}`, import.meta.url));
  execFileSync(
    process.execPath,
    [fileURLToPath(new URL('./build-server.mjs', import.meta.url)), folder],
    { stdio: 'inherit' },
  );
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'main.js');
}

let built: string | undefined;

/** Starts the server program on free ports. */
export async function startServerProgram(
  engine: BenchEngine,
  env: Readonly<Record<string, string>> = {},
  nodeOptions: readonly string[] = [],
): Promise<ServerProgram> {
  const began = performance.now();
  built ??= buildServer();
  const buildS = (performance.now() - began) / 1000;
  const child = spawn(
    process.execPath,
    ['--enable-source-maps', ...nodeOptions, '--import', stallWatch, built],
    {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'production',
        LOG_LEVEL: 'warn',
        HOST: '127.0.0.1',
        PORT: '0',
        MQTT_PORT: '0',
        // Sets a Node option for the server alone.
        NODE_OPTIONS: process.env.SERVER_NODE_OPTIONS,
        ...engine.env,
        ...env,
      },
    },
  );
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  const end = async (signal: NodeJS.Signals) => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await ended;
    process.off('exit', kill);
  };
  const output = linesOf(child);
  const { url, mqttPort } = await placesIn(output, child, env.ROLES?.includes('gateway') ?? true);
  return {
    pid: child.pid!,
    url,
    mqttPort,
    output,
    buildS,
    async stalls() {
      const answer = once(child, 'message');
      child.send('stalls');
      return (await answer)[0] as Stalls;
    },
    async collect() {
      const answer = once(child, 'message');
      child.send('collect');
      await answer;
    },
    async statements() {
      const answer = once(child, 'message');
      child.send('statements');
      const [{ statements }] = (await answer) as [{ statements: [string, number][] }];
      return statements;
    },
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
}

/** Returns an array to which each output line of the program is appended. */
function linesOf(child: ChildProcess): string[] {
  const output: string[] = [];
  createInterface({ input: child.stdout! }).on('line', (line) => output.push(line));
  return output;
}

async function placesIn(
  output: readonly string[],
  child: ChildProcess,
  hasGateway: boolean,
): Promise<{ url: string; mqttPort: number }> {
  for (;;) {
    const [, url] = output.map((line) => /is ready: (\S+)/.exec(line)).find(Boolean) ?? [];
    if (url !== undefined && !hasGateway) return { url, mqttPort: 0 };
    const [, port] = output.map((line) => /mqtt:\/\/\S+:(\d+)/.exec(line)).find(Boolean) ?? [];
    if (url !== undefined && port !== undefined) return { url, mqttPort: Number(port) };
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`the server did not start:\n${output.join('\n')}`);
    }
    await new Promise((resolve) => setTimeout(resolve, READY_ASKED_MS));
  }
}
