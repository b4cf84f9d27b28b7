/**
 * A private Citus for one test run: a coordinator and two workers on loopback, deleted afterwards.
 * `TEST_CITUS` names the folder of the programs of a PostgreSQL in which Citus is installed; `npm
 * test -- citus` takes it from `CITUS_BIN`.
 */
import { dirname } from 'node:path';
import { Client } from 'pg';
import { openNativePackage } from '../../../src/storage/embedded/native-package.ts';
import { type PostgresCluster, startPostgresCluster } from './postgres-cluster.ts';

const WORKERS = 2;
const SETTINGS = {
  shared_preload_libraries: 'citus',
  wal_level: 'logical',
  max_prepared_transactions: '300',
  max_connections: '300',
  // A process for each open database on each node, and one for each table that moves.
  max_worker_processes: '100',
  max_logical_replication_workers: '50',
  autovacuum: 'off',
  // Loopback; the home folder of another user has no certificates that it can read.
  'citus.node_conninfo': 'sslmode=disable',
};

export interface CitusCluster extends PostgresCluster {
  /** URLs of all nodes without a database name, the coordinator first. */
  readonly nodes: readonly string[];
  /** Stops one worker. */
  stopWorker(index: number): Promise<void>;
}

/**
 * Returns undefined if no build of Citus is named. `environments` are variables of each worker, such
 * as those of another clock.
 */
export async function startCitusCluster(
  environments: readonly Readonly<Record<string, string>>[] = [],
): Promise<CitusCluster | undefined> {
  const programs = process.env['TEST_CITUS'];
  if (!programs) return undefined;
  const native = await openNativePackage(dirname(programs));
  const clusters: PostgresCluster[] = [];
  const stop = async () => {
    await Promise.all(clusters.map((cluster) => cluster.stop()));
  };
  try {
    for (let node = 0; node <= WORKERS; node += 1) {
      clusters.push(await startPostgresCluster(native, SETTINGS, environments[node - 1]));
    }
  } catch (error) {
    await stop();
    throw error;
  }
  const nodes = clusters.map(({ url }) => url);
  return {
    url: nodes[0]!,
    version: `${clusters[0]!.version} with Citus`,
    nodes,
    stopWorker: (index) => clusters[index + 1]!.stop(),
    stop,
  };
}

/** Creates an empty database with the extension on every node, and adds the workers. */
export async function createOnNodes(nodes: readonly string[], name: string): Promise<void> {
  await onNodes(nodes, 'postgres', `create database ${name}`);
  await onNodes(nodes, name, 'create extension citus');
  const [coordinator, ...workers] = nodes.map((url) => new URL(url));
  await withClient(`${coordinator}/${name}`, async (client) => {
    await client.query('select citus_set_coordinator_host($1, $2)', [
      coordinator!.hostname,
      Number(coordinator!.port),
    ]);
    for (const { hostname, port } of workers) {
      await client.query('select citus_add_node($1, $2)', [hostname, Number(port)]);
    }
  });
}

/** Makes a database a template: Citus holds a connection to each database that it has used. */
export async function makeTemplate(nodes: readonly string[], name: string): Promise<void> {
  await onNodes(nodes, 'postgres', `alter database ${name} allow_connections false`);
  await onNodes(
    nodes,
    'postgres',
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`,
  );
}

/** Copies a template on every node; the copies are the nodes of one database. */
export function copyOnNodes(nodes: readonly string[], template: string, name: string) {
  return onNodes(nodes, 'postgres', `create database ${name} template ${template}`);
}

async function onNodes(nodes: readonly string[], database: string, statement: string) {
  await Promise.all(
    nodes.map((url) => withClient(`${url}/${database}`, (client) => client.query(statement))),
  );
}

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
