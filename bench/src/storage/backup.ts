/**
 * A backup of many readings and its restore, by the programs that an operator runs, compared to
 * pg_dump and pg_restore on the same database in the same run. The readings are of three phases
 * with all 27 values, in order of arrival; registers every quarter hour.
 *
 * `--database external|embedded` (both), `--readings 10000000`.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { createBenchWorld } from '../engine/bench-devices.ts';
import { type BenchEngine, withEngine } from '../engine/bench-engine.ts';
import { benchOptions } from '../engine/bench-options.ts';
import { externalPostgres } from '../engine/external-postgres.ts';
import { printTable } from '../engine/print-table.ts';
import { residentMiB } from '../engine/process-times.ts';
import { fillMonth, MONTH_MINUTES } from './fill-month.ts';

const GOAL = 10_000_000;
const GOAL_S = { backup: 120, restore: 240 };

type Rows = Record<string, string | number>[];

export async function benchBackup(options: readonly string[]): Promise<void> {
  const values = benchOptions(options, { readings: String(GOAL) });
  const readings = Number(values.readings);
  for (const kind of values.engines) {
    await withEngine(kind, async (engine) => {
      const rows = await measure(engine, readings);
      printTable(`Backup of ${readings.toLocaleString('en')} readings, ${engine.name}`, rows);
    });
  }
}

async function measure(engine: BenchEngine, readings: number): Promise<Rows> {
  const folder = mkdtempSync(join(tmpdir(), 'busbar-bench-backup-'));
  try {
    const database = await engine.open();
    const began = performance.now();
    const count = Math.ceil(readings / MONTH_MINUTES);
    const { tenant, devices } = await createBenchWorld(database, count);
    const fleet = { customerId: tenant.customerId, first: devices[0]!.id, count };
    await fillMonth(database, fleet, readings);
    console.log(`filled in ${((performance.now() - began) / 1000).toFixed(0)} s`);
    if (engine.kind === 'external') await sql`create database restored`.execute(database.db);
    if (engine.kind === 'external') await sql`create database by_pg`.execute(database.db);
    await database.close();
    const file = join(folder, 'all.backup');
    const key = { SECRETS_KEY: randomBytes(32).toString('base64') };
    const backup = await program('backup', { ...engine.env, ...key }, file);
    const there = {
      ...engine.env,
      ...key,
      DATA_DIR: join(folder, 'data'),
      ...(engine.env.DATABASE_URL === undefined
        ? {}
        : { DATABASE_URL: engine.env.DATABASE_URL.replace(/postgres$/, 'restored') }),
    };
    console.log(`backup: ${backup.seconds.toFixed(1)} s`);
    const restore = await program('restore', there, file);
    console.log(`restore: ${restore.seconds.toFixed(1)} s`);
    return [
      line('npm run backup', backup, readings, GOAL_S.backup, statSync(file).size),
      line('npm run restore', restore, readings, GOAL_S.restore),
      ...(engine.kind === 'external' ? await byPostgres(engine, folder) : []),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Ran {
  readonly seconds: number;
  /** Memory of the program after its start, and its maximum; absent if not measured. */
  readonly memoryMiB?: readonly [number, number];
}

function line(what: string, ran: Ran, readings: number, goalS: number, bytes?: number) {
  const [began, most] = ran.memoryMiB ?? [];
  const ofGoal = (ran.seconds * GOAL) / readings;
  return {
    what,
    seconds: ran.seconds.toFixed(1),
    '10 million, s': `${ofGoal.toFixed(0)}${readings === GOAL ? '' : ' (extrapolated)'}`,
    'goal, s': goalS,
    'archive, MB': bytes === undefined ? '' : Math.round(bytes / 1e6),
    'memory at first, MiB': began === undefined ? '' : Math.round(began),
    'at most, MiB': most === undefined ? '' : Math.round(most),
  };
}

/** Starts the program in the same way as npm. */
async function program(
  name: 'backup' | 'restore',
  env: Readonly<Record<string, string>>,
  file: string,
): Promise<Ran> {
  const source = new URL(`../../../apps/server/src/backup/${name}-cli.ts`, import.meta.url)
    .pathname;
  const began = performance.now();
  const child = spawn(process.execPath, ['--import', 'tsx', source, file], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { PATH: process.env.PATH, ...env },
  });
  const memory = watchMemory(child);
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${name} ended with ${code}`);
  return { seconds: (performance.now() - began) / 1000, memoryMiB: memory() };
}

const WATCH_MS = 100;
/** By this time the program has loaded its modules and has connected. */
const BEGUN_MS = 2_500;

function watchMemory(child: ChildProcess): () => readonly [number, number] {
  let [first, most] = [0, 0];
  const began = performance.now();
  const timer = setInterval(() => {
    try {
      const now = residentMiB(child.pid!);
      // The memory of an exiting process cannot be read.
      if (Number.isNaN(now)) return;
      if (performance.now() - began < BEGUN_MS) first = now;
      most = Math.max(most, now);
    } catch {
      // The process exited between two samples.
    }
  }, WATCH_MS);
  return () => {
    clearInterval(timer);
    return [first, most];
  };
}

const run = promisify(execFile);

async function byPostgres(engine: BenchEngine, folder: string): Promise<Rows> {
  const url = engine.env.DATABASE_URL!;
  const file = join(folder, 'all.dump');
  const binaries = join(externalPostgres().folder, 'bin');
  const timed = async (tool: string, parameters: readonly string[]): Promise<Ran> => {
    const began = performance.now();
    await run(join(binaries, tool), [...parameters]);
    return { seconds: (performance.now() - began) / 1000 };
  };
  const dump = await timed('pg_dump', ['-Fc', '-f', file, url]);
  console.log(`pg_dump: ${dump.seconds.toFixed(1)} s`);
  const restore = await timed('pg_restore', ['-d', url.replace(/postgres$/, 'by_pg'), file]);
  return [
    line('pg_dump -Fc', dump, GOAL, GOAL_S.backup, statSync(file).size),
    line('pg_restore', restore, GOAL, GOAL_S.restore),
  ].map((row) => ({ ...row, '10 million, s': '', 'goal, s': '' }));
}
