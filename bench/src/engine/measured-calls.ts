/** Calls of a running server timed over HTTP, versus the same statements on the database alone. */
import type { Database, Executor } from '../../../apps/server/src/storage/database.ts';
import { timeByDriver, timeByPsql } from '../storage/database-alone.ts';
import { recordedSql } from '../storage/recorded-sql.ts';
import { type BenchEngine, startServerProgram, withEngine } from './bench-engine.ts';
import { benchOptions } from './bench-options.ts';
import { type TimedCall, timeCall, WARM_UP } from './http-timer.ts';
import { percentile, printTable } from './print-table.ts';
import { cpuSeconds, residentMiB } from './process-times.ts';

export interface QueryCall extends TimedCall {
  /** Goal for the 95th percentile of the response time, ms. */
  readonly goalMs: number;
  /** Does the same work with the database alone. */
  readonly run: (executor: Executor) => Promise<unknown>;
}

/** A customer's data, which is written before the server starts, and the calls that read it. */
export interface QueryWorld {
  readonly token: string;
  readonly calls: readonly QueryCall[];
}

interface QuerySettings {
  readonly calls: number;
  readonly limitMs: number;
  /** Writes the server's processor profile into the current folder. */
  readonly profile: boolean;
}

interface Measured {
  readonly name: string;
  readonly goalMs: number;
  readonly overHttp: readonly number[];
  readonly bytes: number;
  /** CPU time of the server per call, ms: more reliable than elapsed time on a busy machine. */
  readonly cpuMs: number;
  readonly statements: readonly string[];
}

/** Measures on each database of the options; `calls`, `seconds`, `profile` control it. */
export async function measureEngines(
  options: readonly string[],
  title: string,
  prepare: (database: Database) => Promise<QueryWorld>,
): Promise<void> {
  const values = benchOptions(options, { calls: '100', seconds: '8', profile: false });
  for (const kind of values.engines) {
    await withEngine(kind, async (engine) => {
      await measureCalls(
        engine,
        {
          calls: Number(values.calls),
          limitMs: Number(values.seconds) * 1000,
          profile: values.profile,
        },
        title,
        prepare,
      );
    });
  }
}

async function measureCalls(
  engine: BenchEngine,
  settings: QuerySettings,
  title: string,
  prepare: (database: Database) => Promise<QueryWorld>,
): Promise<void> {
  const before = await engine.open();
  const { token, calls } = await prepare(before);
  await before.close();
  const server = await startServerProgram(engine, {}, settings.profile ? ['--cpu-prof'] : []);
  const measured: Measured[] = [];
  await server.stalls();
  for (const call of calls) {
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
    `${title} on ${engine.name}: p50 / p95 in ms, one call after another`,
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
  const rounds = ({ overHttp }: Measured) => overHttp.length;
  if (engine.kind === 'external') {
    const url = engine.env.DATABASE_URL!;
    return measured.map((one) => timeByPsql(url, one.statements, rounds(one)));
  }
  const database = await engine.open();
  const all: number[][] = [];
  for (const one of measured) all.push(await timeByDriver(database, one.statements, rounds(one)));
  await database.close();
  return all;
}

const sorted = (values: readonly number[]) => values.toSorted((a, b) => a - b);
const at = (values: readonly number[], part: number) => percentile(sorted(values), part);
const pair = (values: readonly number[]) =>
  `${at(values, 0.5).toFixed(1)} / ${at(values, 0.95).toFixed(1)}`;
