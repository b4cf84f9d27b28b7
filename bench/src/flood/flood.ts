/**
 * docs/promises.md T7: device control during 200 sign-ins per second while 200 devices report (load
 * profile L1 of docs/promises.md: 1,000 readings per second; 5 % of them sent twice, 5 % up to ten
 * minutes late, 1 % with the timestamp of another, see load-profile.ts). The same commands are
 * measured first without the sign-ins, then with them, on the same server.
 *
 * `--database external|embedded` (both), `--seconds 60` for each of the two, `--logins 200` a
 * second, `--clicks` a second (20).
 */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { startClickWorld } from '../command/click-world.ts';
import { type Clicked, parts } from '../command/clicks.ts';
import { type BenchEngine, withEngine } from '../engine/bench-engine.ts';
import { benchOptions } from '../engine/bench-options.ts';
import { printTable } from '../engine/print-table.ts';
import { cpuSeconds, residentMiB } from '../engine/process-times.ts';
import type { LoadSent } from '../load/load-instruction.ts';
import type { FloodReport } from './flood-logins.ts';

const READINGS_A_SECOND = 1_000;
/** Chosen here, because the promise defines no rate. */
const CLICKS_A_SECOND = 20;

export async function benchFlood(options: readonly string[]): Promise<void> {
  const values = benchOptions(options, { seconds: '60', logins: '200', clicks: undefined });
  const rows: Row[] = [];
  for (const kind of values.engines) {
    await withEngine(kind, async (engine) => {
      const clicks = Number(values.clicks ?? CLICKS_A_SECOND);
      const rates = { seconds: Number(values.seconds), logins: Number(values.logins), clicks };
      rows.push(...(await measure(engine, rates)));
    });
  }
  printTable(`Device control under ${values.logins} logins/s, ms`, rows);
}

type Row = Record<string, string | number>;

/** Measurements taken during the clicks. */
interface Beside {
  readonly tookS: number;
  /** In cores. */
  readonly busy: number;
  readonly longestMs: number;
  readonly readingMs: number;
  readonly sent: LoadSent;
}

interface Rates {
  readonly seconds: number;
  /** Sign-ins per second; `clicks` are per second too. */
  readonly logins: number;
  readonly clicks: number;
}

async function measure(engine: BenchEngine, { seconds, logins, clicks }: Rates): Promise<Row[]> {
  const world = await startClickWorld(engine, { profile: 'L1' });
  const { server, load } = world;
  const perSecond = READINGS_A_SECOND;
  const runMs = seconds * 1000;
  let messages = 0;

  const half = async (name: string, beside: () => Promise<FloodReport | undefined>) => {
    const loaded = load.send({ do: 'pace', perSecond, runMs });
    await server.stalls();
    const [usedBefore, began] = [cpuSeconds(server.pid), performance.now()];
    const [clicked, flood] = await Promise.all([
      world.clicks(seconds * clicks, 1000 / clicks),
      beside(),
    ]);
    // The time is measured up to the last response, which during a flood arrives after the last
    // click.
    const tookS = (performance.now() - began) / 1000;
    const busy = (cpuSeconds(server.pid) - usedBefore) / tookS;
    const { longestMs } = await server.stalls();
    const { latencies, sent } = await loaded;
    messages += sent!.messages;
    const readings = { readingMs: latencies![1]!, sent: sent! };
    return row(name, clicked, flood, { tookS, busy, longestMs, ...readings });
  };
  const row = (
    name: string,
    clicked: readonly Clicked[],
    flood: FloodReport | undefined,
    beside: Beside,
  ): Row => ({
    database: engine.name,
    clicks: `${clicked.length} ${name}`,
    'clicks a second': clicks,
    'click to HTTP answer, p50 / p99 (limit 500)': parts(clicked.map((one) => one.answeredMs)),
    'click to confirmed push, p50 / p99 (limit 500)': parts(clicked.map((one) => one.confirmedMs)),
    'logins sent': flood?.sent ?? '',
    'turned away (429) / validated / other': flood === undefined ? '' : outcomes(flood),
    'judged a second':
      flood === undefined ? '' : (flood.validatedMs.length / beside.tookS).toFixed(1),
    'turned away after, p50 / p99': flood === undefined ? '' : parts(flood.refusedMs),
    'judged after, p50 / p99': flood === undefined ? '' : parts(flood.validatedMs),
    'readings a second': perSecond,
    'of the readings twice (DUP + new) / late / same time': kinds(beside.sent),
    'their acknowledgement p99': beside.readingMs.toFixed(0),
    'longest stall': beside.longestMs.toFixed(0),
    'server, cores': beside.busy.toFixed(2),
    'server MiB': residentMiB(server.pid).toFixed(0),
  });

  const rows = [
    await half('alone', async () => undefined),
    await half('under the flood', () => floodOf(server.url, logins, runMs)),
  ];
  await world.stop();
  await checkStored(engine, messages);
  return rows;
}

/**
 * Checks that each reading is stored once, however often it was sent, and each reading with another
 * one's timestamp as a conflict.
 */
async function checkStored(engine: BenchEngine, messages: number): Promise<void> {
  const database = await engine.open();
  const { rows } = await sql<{ count: number }>`
    select ((select count(*) from measurement) + (select count(*) from reading_conflict
      where content ? 'measurement'))::int4 as count`.execute(database.db);
  await database.close();
  const { count } = rows[0]!;
  if (count !== messages) throw new Error(`${messages} readings were sent, ${count} are stored`);
}

function kinds({ messages, repeatedWithDup, repeatedAsNew, late, sameTime }: LoadSent): string {
  return `${messages}: ${repeatedWithDup} + ${repeatedAsNew} / ${late} / ${sameTime}`;
}

function outcomes({ answers, sent }: FloodReport): string {
  const refused = answers['429'] ?? 0;
  // A wrong password is a valid response, not a failure of the call.
  const validated = answers['200'] ?? 0;
  return `${refused} / ${validated} / ${sent - refused - validated}`;
}

async function floodOf(url: string, perSecond: number, runMs: number): Promise<FloodReport> {
  const file = fileURLToPath(new URL('./flood-logins.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', import.meta.resolve('tsx'), file, url, String(perSecond), String(runMs)],
    { maxBuffer: 64 * 1024 * 1024 },
  );
  return JSON.parse(stdout) as FloodReport;
}
