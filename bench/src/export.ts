/**
 * Reports of readings, requested from the server program over HTTP and downloaded: the duration,
 * and the growth of the server's memory while they are generated, compared to psql's \copy of the
 * same rows.
 *
 * `--database external|embedded` (external), `--rows 1000000`, `--devices 100`, `--formats
 * csv,xlsx`.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Database } from '../../apps/server/src/storage/database.ts';
import { measurementColumns } from '../../apps/server/src/storage/reading-columns.ts';
import { type BenchWorld, createBenchWorld } from './engine/bench-devices.ts';
import { type BenchEngine, startServerProgram, withEngine } from './engine/bench-engine.ts';
import { benchOptions } from './engine/bench-options.ts';
import { externalPostgres } from './engine/external-postgres.ts';
import { printTable } from './engine/print-table.ts';
import { cpuSeconds, residentMiB } from './engine/process-times.ts';

const DAY_MS = 86_400_000;
const DAYS = 6;
const FORMATS = ['csv', 'xlsx'] as const;
type Format = (typeof FORMATS)[number];
const GOAL_S = { csv: 20, xlsx: 60 } as const;
const GOAL_MIB = 64;
const MIB = 1024 * 1024;
const POLL_MS = 100;
const ROWS_A_STATEMENT = 250_000;

type Rows = Record<string, string | number>[];

export async function benchExport(options: readonly string[]): Promise<void> {
  const values = benchOptions(options, { rows: '1000000', devices: '100', formats: 'csv,xlsx' });
  const devices = Number(values.devices);
  const formats = FORMATS.filter((format) => values.formats.split(',').includes(format));
  const each = Math.ceil(Number(values.rows) / devices);
  await withEngine(values.database, async (engine) => {
    const database = await engine.open();
    const world = await createBenchWorld(database, devices);
    const to = Math.floor(Date.now() / 1000) * 1000;
    await insertReadings(database, world, to, each);
    await database.close();
    const rows: Rows = [];
    if (engine.env.DATABASE_URL !== undefined) rows.push(copyAlone(engine.env.DATABASE_URL));
    await measure(engine, world, to, formats, rows);
    const count = (devices * each).toLocaleString('en');
    printTable(`A report of ${count} readings of ${devices} devices, ${engine.name}`, rows);
  });
}

async function insertReadings(
  database: Database,
  world: BenchWorld,
  to: number,
  each: number,
): Promise<void> {
  const ids = world.devices.map(({ id }) => id);
  // Values have two decimals, as devices send them.
  const value = sql`(200 + floor(random() * 4000) / 100)::real`;
  const step = `${Math.floor((DAYS * DAY_MS) / each)} milliseconds`;
  // Inserts the oldest readings first, in statements that end within the server's statement
  // timeout.
  const slice = Math.max(1, Math.floor(ROWS_A_STATEMENT / ids.length));
  for (let last = each; last > 0; last -= slice) {
    await sql`insert into measurement (customer_id, device_id, ts, content_hash,
        ${sql.join(measurementColumns.map((name) => sql.ref(name)))})
      select ${world.tenant.customerId}::int4, device_id, ${new Date(to)}::timestamptz - n * ${step}::interval,
        0, ${sql.join(measurementColumns.map(() => value))}
      from generate_series(${Math.max(1, last - slice + 1)}::int4, ${last}::int4) n
      cross join unnest(${sql.lit(`{${ids.join(',')}}`)}::int4[]) device_id
      order by n desc, device_id`.execute(database.db);
  }
  await sql`vacuum analyze measurement`.execute(database.db);
}

function copyAlone(url: string): Rows[number] {
  const folder = mkdtempSync(join(tmpdir(), 'busbar-copy-'));
  const file = join(folder, 'copy.csv');
  const columns = measurementColumns.join(', ');
  const statement = `\\copy (select m.ts, d.name, d.device_code, ${columns} from measurement m join device d using (customer_id, device_id) order by d.name, m.ts desc) to '${file}' csv header`;
  const began = performance.now();
  execFileSync(join(externalPostgres().folder, 'bin', 'psql'), [url, '-X', '-q', '-c', statement]);
  const seconds = (performance.now() - began) / 1000;
  const mib = statSync(file).size / MIB;
  rmSync(folder, { recursive: true });
  return row("psql's \\copy", { seconds, mib });
}

async function measure(
  engine: BenchEngine,
  world: BenchWorld,
  to: number,
  formats: readonly Format[],
  rows: Rows,
): Promise<void> {
  const server = await startServerProgram(engine, {});
  const { token } = world.tenant.users.viewer;
  const get = (path: string) =>
    fetch(`${server.url}${path}`, { headers: { authorization: token } });
  const data = async (query: string) => {
    const answer = (await (await get(`/api/v2/report?${query}`)).json()) as {
      data: ExportAnswer;
      msg: string;
    };
    if (answer.data === undefined) throw new Error(answer.msg);
    return answer.data;
  };
  for (const format of formats) {
    const before = residentMiB(server.pid);
    const cpuBefore = cpuSeconds(server.pid);
    await server.stalls();
    const resident: number[] = [];
    const began = performance.now();
    const start = to - (DAYS + 1) * DAY_MS + 1;
    let task = await data(`type=parameter&format=${format}&start=${start}&end=${to}`);
    while (task.state === 'waiting' || task.state === 'running') {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      resident.push(residentMiB(server.pid));
      task = await data(`task_id=${task.task_id}`);
    }
    const seconds = (performance.now() - began) / 1000;
    if (task.url === undefined) throw new Error(`${format}: ${task.failure_text}`);
    const fetchBegan = performance.now();
    let bytes = 0;
    for await (const chunk of (await get(task.url)).body!) bytes += (chunk as Uint8Array).length;
    const fetchS = (performance.now() - fetchBegan) / 1000;
    const highest = Math.max(before, ...tenths(resident), residentMiB(server.pid));
    const { longestMs } = await server.stalls();
    if (bytes !== task.bytes) throw new Error(`${bytes} of ${task.bytes} bytes arrived`);
    rows.push(
      row(`report, ${format}`, {
        goalS: GOAL_S[format],
        seconds,
        mib: bytes / MIB,
        cpuS: cpuSeconds(server.pid) - cpuBefore,
        grownMiB: highest - before,
        tenths: tenths(resident).map((most) => most - before),
        stallMs: longestMs,
        fetchS,
      }),
    );
  }
  await server.stop();
}

/** Maximum of each tenth of the samples; without memory growth, all but the first are equal. */
function tenths(looks: readonly number[]): number[] {
  const size = Math.max(1, Math.ceil(looks.length / 10));
  const most: number[] = [];
  for (let at = 0; at < looks.length; at += size) {
    most.push(looks.slice(at, at + size).reduce((a, b) => Math.max(a, b)));
  }
  return most;
}

interface ExportAnswer {
  readonly task_id: number;
  readonly state: string;
  readonly bytes: number | null;
  readonly failure_text: string;
  readonly url?: string;
}

interface Figures {
  readonly goalS?: number;
  readonly seconds: number;
  readonly mib: number;
  readonly cpuS?: number;
  readonly grownMiB?: number;
  /** Maximum memory in each tenth of the duration. */
  readonly tenths?: readonly number[];
  readonly stallMs?: number;
  readonly fetchS?: number;
}

function row(what: string, figures: Figures): Rows[number] {
  const shown = (value: number | undefined, digits = 1) => value?.toFixed(digits) ?? '';
  return {
    what,
    'goal s': figures.goalS ?? '',
    seconds: shown(figures.seconds),
    'file MiB': shown(figures.mib, 0),
    'server CPU s': shown(figures.cpuS),
    'goal MiB': figures.grownMiB === undefined ? '' : GOAL_MIB,
    'server grew MiB': shown(figures.grownMiB, 0),
    'in each tenth of its time': figures.tenths?.map((mib) => mib.toFixed(0)).join(' ') ?? '',
    'longest stall ms': shown(figures.stallMs, 0),
    'fetched in s': shown(figures.fetchS),
  };
}
