/** A temporary database for a measurement, embedded or external, and the server program on it. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Database } from '../../../apps/server/src/storage/database.ts';
import { openDatabase } from '../../../apps/server/src/storage/open-database.ts';
import { prepareDatabase } from '../../../apps/server/src/storage/prepare-database.ts';
import { startPostgresCluster } from '../../../apps/server/test/support/programs/postgres-cluster.ts';
import { externalPostgres } from './external-postgres.ts';

export type DatabaseKind = 'external' | 'embedded';

export interface BenchEngine {
  readonly kind: DatabaseKind;
  /** Name in the printed tables. */
  readonly name: string;
  /** Environment variables that select this database for the server. */
  readonly env: Readonly<Record<string, string>>;
  /** Opens the database with its tables. The embedded one must not be in use by a server. */
  open(): Promise<Database>;
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
      remove: async () => rmSync(dataDir, { recursive: true, force: true }),
    };
  }
  const cluster = await startPostgresCluster(isBundled ? undefined : externalPostgres());
  const databaseUrl = `${cluster.url}/postgres`;
  return {
    kind,
    name: `PostgreSQL ${cluster.version.split(' ')[0]}`,
    env: { DATA_DIR: dataDir, DATABASE_URL: databaseUrl },
    open: () => opened({ dataDir, databaseUrl }),
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
