/**
 * The load of an idle demo: transactions and statements per second, and processor time of the
 * server, of the simulated fleet and of the database, with no browser open. The measurement begins
 * when the history is complete, the background jobs have processed it, and the database has had a
 * while to vacuum it.
 *
 * `--seconds 60` to measure, `--settle 60` before, `--days 396` of history, `--top 15` statements.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { type BenchEngine, startServerProgram, withEngine } from './engine/bench-engine.ts';
import { printTable } from './engine/print-table.ts';
import { childrenOf, cpuSeconds, cpuSecondsOfChildren } from './engine/process-times.ts';

const FILL_LIMIT_MS = 30 * 60_000;
const statementCount = new URL('./engine/statement-count.mjs', import.meta.url).href;

export async function benchIdle(options: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...options],
    options: {
      seconds: { type: 'string', default: '60' },
      settle: { type: 'string', default: '60' },
      days: { type: 'string', default: '396' },
      top: { type: 'string', default: '15' },
    },
  });
  await withEngine('external', async (engine) => {
    const server = await startServerProgram(
      engine,
      { DEMO: '1', DEMO_HISTORY_DAYS: values.days, STALL_WATCH: 'off' },
      ['--import', statementCount],
    );
    try {
      await measure(engine, server, {
        seconds: Number(values.seconds),
        settle: Number(values.settle),
        top: Number(values.top),
      });
    } finally {
      await server.stop();
    }
  });
}

async function measure(
  engine: BenchEngine,
  server: Awaited<ReturnType<typeof startServerProgram>>,
  {
    seconds,
    settle,
    top,
  }: { readonly seconds: number; readonly settle: number; readonly top: number },
): Promise<void> {
  const url = new URL(engine.env.DATABASE_URL!);
  const client = new Client({ connectionString: url.href });
  await client.connect();
  const postmaster = await postmasterPid(client);
  await waitUntilFilled(client, server.output);
  await sleep(settle * 1000);
  await client.end();
  // The counters are read over a connection to another database, so that reading them is not
  // counted.
  const counters = new Client({ connectionString: new URL('/template1', url).href });
  await counters.connect();
  const database = url.pathname.slice(1);
  const read = async () => ({
    at: performance.now(),
    transactions: await transactionsOf(counters, database),
    server: cpuSeconds(server.pid),
    fleet: childrenOf(server.pid).reduce((sum, pid) => sum + cpuSeconds(pid), 0),
    database: cpuSeconds(postmaster) + cpuSecondsOfChildren(postmaster),
  });
  await server.statements();
  const before = await read();
  await sleep(seconds * 1000);
  const after = await read();
  const statements = await server.statements();
  await counters.end();
  const passedS = (after.at - before.at) / 1000;
  const percent = (name: 'server' | 'fleet' | 'database') =>
    ((100 * (after[name] - before[name])) / passedS).toFixed(1);
  const total = statements.reduce((sum, [, count]) => sum + count, 0);
  printTable(`The idle demo on ${engine.name}, ${passedS.toFixed(0)} s`, [
    {
      'transactions/s (goal 5)': ((after.transactions - before.transactions) / passedS).toFixed(1),
      'statements/s': (total / passedS).toFixed(1),
      'server, % of a core': percent('server'),
      'database, % of a core': percent('database'),
      'both, % of a core (goal 3)': (
        Number(percent('server')) + Number(percent('database'))
      ).toFixed(1),
      'simulated fleet, % of a core': percent('fleet'),
    },
  ]);
  printTable(
    'Statements of the server by number',
    statements
      .toSorted(([, a], [, b]) => b - a)
      .slice(0, top)
      .map(([text, count]) => ({
        'a second': (count / passedS).toFixed(2),
        statement: text.slice(0, 110).replaceAll('|', '\\|'),
      })),
  );
}

async function postmasterPid(client: Client): Promise<number> {
  const { rows } = await client.query<{ file: string }>(
    "select pg_read_file('postmaster.pid') as file",
  );
  return Number(rows[0]!.file.split('\n')[0]);
}

/**
 * Resolves when the history is filled in, billed and aggregated into hours, and only current work
 * remains.
 */
async function waitUntilFilled(client: Client, output: readonly string[]): Promise<void> {
  const limit = performance.now() + FILL_LIMIT_MS;
  for (;;) {
    const isFilled = output.some((line) => line.startsWith('Demo history: 100 %'));
    if (isFilled && (await isCaughtUp(client))) return;
    if (performance.now() > limit) throw new Error('the history of the demo was not filled in');
    await sleep(1_000);
  }
}

async function isCaughtUp(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ left: boolean }>(`
    select exists (select from energy_dirty where from_ts < now() - interval '1 hour')
      or exists (select from energy_work where from_ts < now() - interval '1 hour')
      or exists (select from measurement_folded
        where until is null or until < now() - interval '5 days') as left`);
  return rows[0]?.left === false;
}

async function transactionsOf(client: Client, database: string): Promise<number> {
  const { rows } = await client.query<{ transactions: string }>(
    'select xact_commit + xact_rollback as transactions from pg_stat_database where datname = $1',
    [database],
  );
  return Number(rows[0]!.transactions);
}
