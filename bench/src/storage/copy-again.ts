/**
 * Baseline of the ingest: the stored rows are exported to a file and imported by one bare COPY per
 * table, into tables with the same columns. psql runs it on the external database, the server's
 * driver on the embedded one.
 */
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { copyIn } from '../../../apps/server/src/storage/bulk/copy-in.ts';
import type { Database } from '../../../apps/server/src/storage/database.ts';
import {
  energyRegisterColumns,
  measurementColumns,
  readingKeyColumns,
} from '../../../apps/server/src/storage/reading-columns.ts';
import type { BenchEngine } from '../engine/bench-engine.ts';

const MAX_ROWS = 300_000;
const TABLES = {
  measurement: [...readingKeyColumns, ...measurementColumns],
  energy_register: [...readingKeyColumns, ...energyRegisterColumns],
} as const;

/** Returns readings per second; each reading is a row in both tables. */
export async function copyAgain(engine: BenchEngine, database: Database): Promise<number> {
  let seconds = 0;
  let rows = 0;
  for (const [table, columns] of Object.entries(TABLES)) {
    const copy = `copy_of_${table}`;
    await sql`create table ${sql.table(copy)} (like ${sql.table(table)} including all)`.execute(
      database.db,
    );
    const taken =
      engine.kind === 'embedded'
        ? await copyByDriver(database, table, copy, columns)
        : copyByPsql(engine.env.DATABASE_URL!, table, copy, columns);
    seconds += taken.seconds;
    rows = taken.rows;
  }
  return rows / seconds;
}

interface Taken {
  readonly rows: number;
  readonly seconds: number;
}

function copyByPsql(url: string, table: string, copy: string, columns: readonly string[]): Taken {
  const file = join(tmpdir(), `busbar-copy-${process.pid}.txt`);
  const psql = (command: string) =>
    execFileSync('psql', [url, '-X', '-q', '-c', '\\timing on', '-c', command], {
      encoding: 'utf8',
    });
  const names = columns.join(', ');
  try {
    psql(`\\copy (select ${names} from ${table} order by ts limit ${MAX_ROWS}) to '${file}'`);
    const output = psql(`\\copy ${copy} (${names}) from '${file}'`);
    const ms = Number(/Time: ([\d.]+) ms/.exec(output)?.[1]);
    const rows = Number(
      execFileSync('psql', [url, '-X', '-A', '-t', '-c', `select count(*) from ${copy}`], {
        encoding: 'utf8',
      }),
    );
    return { rows, seconds: ms / 1000 };
  } finally {
    rmSync(file, { force: true });
  }
}

async function copyByDriver(
  database: Database,
  table: string,
  copy: string,
  columns: readonly string[],
): Promise<Taken> {
  const { rows } = await sql<{ line: string }>`
    select concat_ws(E'\t', ${sql.join(columns.map((name) => sql`coalesce(${sql.ref(name)}::text, '\\N')`))}) as line
    from ${sql.table(table)} order by ts limit ${sql.lit(MAX_ROWS / 10)}`.execute(database.db);
  const slices: Buffer[] = [];
  for (let from = 0; from < rows.length; from += 1000) {
    const lines = rows.slice(from, from + 1000).map(({ line }) => `${line}\n`);
    slices.push(Buffer.from(lines.join('')));
  }
  const began = performance.now();
  for (const slice of slices) await copyIn(database.db, copy, columns, slice);
  return { rows: rows.length, seconds: (performance.now() - began) / 1000 };
}
