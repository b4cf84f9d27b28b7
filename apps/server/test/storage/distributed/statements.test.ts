/**
 * Citus can plan every statement that the tests of the server send (docs/adr/0065). They are
 * recorded by `test/support/record-statements.ts`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect, it } from 'vitest';
import { readsClock, withTime } from '../../../src/storage/distributed/coordinator-time.ts';
import { runOnNodes } from '../../../src/storage/distributed/run-on-nodes.ts';
import { sharedDatabase } from '../../support/databases.ts';

interface Recorded {
  readonly text: string;
  readonly values: readonly (string | null | { readonly base64: string })[];
}

const folder = process.env['RECORD_STATEMENTS'];

function recorded(): Map<string, Recorded> {
  const lines = readdirSync(folder!).flatMap((name) =>
    readFileSync(join(folder!, name), 'utf8').split('\n'),
  );
  const all = lines.filter(Boolean).map((line) => JSON.parse(line) as Recorded);
  return new Map(all.map((one) => [one.text, one]));
}

it.skipIf(!folder)('Citus plans every recorded statement', async () => {
  const { databaseUrl } = await sharedDatabase();
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const faults = new Map<string, string>();
  for (const { text, values } of recorded().values()) {
    if (!/^\s*(?:select|insert|update|delete|with)\b/i.test(text)) continue;
    const parameters = values.map((value) =>
      value !== null && typeof value === 'object' ? Buffer.from(value.base64, 'base64') : value,
    );
    const explain = async (statement: string, given: readonly unknown[]) => {
      await client.query('begin');
      try {
        const result = await client.query(`explain (costs off) ${statement}`, [...given]);
        return { ...result, rows: [] };
      } finally {
        await client.query('rollback');
      }
    };
    try {
      const timed = withTime(text, parameters, '2026-11-29 00:00:00+00');
      const isTimed = readsClock(text);
      await runOnNodes(explain, isTimed ? timed.text : text, isTimed ? timed.values : parameters);
    } catch (error) {
      faults.set(text.replaceAll(/\s+/g, ' '), (error as Error).message);
    }
  }
  await client.end();
  expect(Object.fromEntries(faults)).toEqual({});
});
