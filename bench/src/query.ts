/**
 * Reading: a month of one-minute readings of one device and a list of 10,000 devices, over HTTP
 * from a process of its own, one call after another, beside the database alone with the same SQL.
 *
 * `--engine postgres|pglite` (both), `--calls 100` of each, at most `--seconds 8` for each.
 */
import { parseArgs } from 'node:util';
import { type BenchEngine, benchEngine, type Engine, startServerProgram } from './bench-engine.ts';
import { timeByDriver, timeByPsql } from './database-alone.ts';
import { timeCall, WARM_UP } from './http-timer.ts';
import { percentile, printTable } from './print-table.ts';
import { cpuSeconds, residentMiB } from './process-times.ts';
import { queryCalls } from './query-calls.ts';
import { createReadWorld } from './read-world.ts';
import { recordedSql } from './recorded-sql.ts';

interface Settings {
  readonly calls: number;
  readonly limitMs: number;
  /** Writes the server's processor profile into the present folder. */
  readonly profile: boolean;
}

interface Measured {
  readonly name: string;
  readonly goalMs: number;
  readonly overHttp: readonly number[];
  readonly bytes: number;
  /** Of the server's process, in ms a call; it tells more than the clock on a busy machine. */
  readonly cpuMs: number;
  readonly statements: readonly string[];
}

export async function benchQuery(options: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...options],
    options: {
      engine: { type: 'string' },
      calls: { type: 'string', default: '100' },
      seconds: { type: 'string', default: '8' },
      profile: { type: 'boolean', default: false },
    },
  });
  const engines: Engine[] =
    values.engine === undefined ? ['postgres', 'pglite'] : [values.engine as Engine];
  for (const name of engines) {
    const engine = await benchEngine(name);
    try {
      await measure(engine, {
        calls: Number(values.calls),
        limitMs: Number(values.seconds) * 1000,
        profile: values.profile,
      });
    } finally {
      await engine.remove();
    }
  }
}

async function measure(engine: BenchEngine, settings: Settings): Promise<void> {
  const before = await engine.open();
  const world = await createReadWorld(before);
  await before.close();
  const server = await startServerProgram(engine, {}, settings.profile ? ['--cpu-prof'] : []);
  const { token } = world.tenant.users.viewer;
  const measured: Measured[] = [];
  await server.stalls();
  for (const call of queryCalls(world)) {
    const cpuBefore = cpuSeconds(server.pid);
    const { ms, bytes } = await timeCall(server.url, token, call, settings.calls, settings.limitMs);
    const cpuMs = ((cpuSeconds(server.pid) - cpuBefore) * 1000) / (ms.length + WARM_UP);
    const statements = await recordedSql(call.run);
    const { name, goalMs } = call;
    measured.push({ name, goalMs, overHttp: ms, bytes, cpuMs, statements });
  }
  const { longestMs } = await server.stalls();
  const memory = residentMiB(server.pid);
  await server.stop();
  const alone = await timeAlone(engine, measured);

  printTable(
    `Queries on ${engine.name}: p50 / p95 in ms, one call after another`,
    measured.map(({ name, goalMs, overHttp, bytes, cpuMs }, i) => ({
      call: name,
      'goal p95': goalMs,
      'over HTTP': pair(overHttp),
      'database alone': pair(alone[i]!),
      'ratio of p50': `${(at(overHttp, 0.5) / at(alone[i]!, 0.5)).toFixed(1)}x`,
      'server CPU a call': cpuMs.toFixed(1),
      calls: overHttp.length,
      'answer, KiB': Math.round(bytes / 1024).toLocaleString('en'),
    })),
  );
  console.log(
    `Afterwards the server holds ${memory.toFixed(0)} MiB; its event loop was held up ${longestMs.toFixed(0)} ms at most.\n`,
  );
}

async function timeAlone(engine: BenchEngine, measured: readonly Measured[]): Promise<number[][]> {
  const turns = ({ overHttp }: Measured) => overHttp.length;
  if (engine.engine === 'postgres') {
    const url = engine.env.DATABASE_URL!;
    return measured.map((one) => timeByPsql(url, one.statements, turns(one)));
  }
  const database = await engine.open();
  const all: number[][] = [];
  for (const one of measured) all.push(await timeByDriver(database, one.statements, turns(one)));
  await database.close();
  return all;
}

const sorted = (values: readonly number[]) => values.toSorted((a, b) => a - b);
const at = (values: readonly number[], part: number) => percentile(sorted(values), part);
const pair = (values: readonly number[]) =>
  `${at(values, 0.5).toFixed(1)} / ${at(values, 0.95).toFixed(1)}`;
