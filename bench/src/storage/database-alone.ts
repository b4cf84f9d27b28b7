/**
 * Duration of statements in the database alone: on PostgreSQL by psql, which discards the rows; on
 * the embedded database by the server's driver.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { Database } from '../../../apps/server/src/storage/database.ts';
import { externalPostgres } from '../engine/external-postgres.ts';
import { asQuery } from './recorded-sql.ts';

const WARM_UP = 3;

/** Returns the milliseconds of each cycle; a cycle executes all statements one after another. */
export function timeByPsql(url: string, statements: readonly string[], rounds: number): number[] {
  const script = [
    '\\o /dev/null',
    '\\timing on',
    ...Array.from({ length: WARM_UP + rounds }, () => statements.map((text) => `${text};`)).flat(),
  ].join('\n');
  const output = execFileSync(
    join(externalPostgres().folder, 'bin', 'psql'),
    [url, '-X', '-q', '-A', '-t'],
    {
      input: script,
      encoding: 'utf8',
      // These are the settings of the server's sessions.
      env: { ...process.env, ON_ERROR_STOP: '1', PGOPTIONS: '-c jit=off' },
    },
  );
  const times = [...output.matchAll(/^Time: ([\d.]+) ms/gm)].map(([, ms]) => Number(ms));
  if (times.length !== (WARM_UP + rounds) * statements.length) {
    throw new Error(`psql did not run the statements:\n${statements.join('\n')}`);
  }
  return sumsOf(times, statements.length).slice(WARM_UP);
}

export async function timeByDriver(
  database: Database,
  statements: readonly string[],
  rounds: number,
): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < WARM_UP + rounds; round++) {
    const began = performance.now();
    for (const statement of statements) await database.db.executeQuery(asQuery(statement));
    times.push(performance.now() - began);
  }
  return times.slice(WARM_UP);
}

function sumsOf(values: readonly number[], size: number): number[] {
  const sums: number[] = [];
  for (let from = 0; from < values.length; from += size) {
    sums.push(values.slice(from, from + size).reduce((sum, value) => sum + value, 0));
  }
  return sums;
}
