/** The output and exit code of `npm run audit:verify` on both kinds of database. */
import { execFile } from 'node:child_process';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { exportHeads } from '../../src/areas/identity/audit/export-heads.ts';
import type { Database } from '../../src/storage/database.ts';
import { openDatabase } from '../../src/storage/open-database.ts';
import { prepareDatabase } from '../../src/storage/prepare-database.ts';
import { freshDatabase } from '../support/databases.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { testContext } from '../support/test-context.ts';
import { testLog } from '../support/test-log.ts';
import { addEntries } from './audit-fixture.ts';

const program = fileURLToPath(
  new URL('../../src/areas/identity/audit/audit-cli.ts', import.meta.url),
);
const NOW = Date.UTC(2026, 10, 20);
/** Each run of the program opens a database, which takes seconds on a busy machine. */
const LONGEST_MS = 240_000;

interface Ended {
  readonly code: number;
  readonly said: string;
}

function verify(env: Readonly<Record<string, string>>, ...options: string[]): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['--import', 'tsx', program, ...options],
      { env: { PATH: process.env.PATH, ...env } },
      (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : Number(error.code), said: stdout + stderr }),
    );
  });
}

/** Verifies a complete chain, an edited entry, and a truncated tail without any of its heads. */
async function validate(
  env: Readonly<Record<string, string>>,
  work: (tamper: (database: Database) => Promise<unknown>) => Promise<void>,
): Promise<void> {
  let heads = '';
  await work(async (database) => {
    await addEntries(database, 7, 30, NOW);
    await addEntries(database, 8, 10, NOW);
    heads = join(temporaryFolder(), 'heads.log');
    writeFileSync(heads, 'a line that is no JSON\n');
    // The highest log level, at which the least is logged.
    const log = pino({ level: 'fatal' }, { write: (line) => appendFileSync(heads, line) });
    log.warn('no line of this log');
    await exportHeads({ ...testContext(database), log });
    expect(readFileSync(heads, 'utf8').split('\n')).toHaveLength(1 + 2 + 1);
    appendFileSync(heads, '{"level":30,"auditHead":{"customer":8,"se');
  });
  const whole = await verify(env);
  expect(whole.code).toBe(0);
  expect(whole.said).toMatch(/^customer 7: 30 entries from the first to number 30 hold \(head /m);
  expect(whole.said).toMatch(/^customer 8: 10 entries /m);

  await work(async ({ db }) => {
    await sql`alter table audit_entry disable trigger audit_refuse`.execute(db);
    await sql`update audit_entry set command = 'close' where audit_entry_id =
      (select audit_entry_id from audit_seal where customer_id = 7 and seq = 12)`.execute(db);
  });
  const edited = await verify(env);
  expect(edited.code).toBe(1);
  expect(edited.said).toMatch(
    /^customer 7: BAD at number 12, entry \d+: the entry or its seal was changed \(changed\); number 11 before it holds$/m,
  );
  expect(edited.said).toMatch(/^customer 8: 10 entries /m);

  await work(async ({ db }) => {
    for (const table of ['audit_seal', 'audit_head_export', 'audit_head']) {
      await sql`alter table ${sql.table(table)} disable trigger user`.execute(db);
    }
    await sql`delete from audit_entry where customer_id = 8`.execute(db);
    await sql`delete from audit_seal where customer_id = 8`.execute(db);
    await sql`delete from audit_head where customer_id = 8`.execute(db);
    await sql`delete from audit_head_export where customer_id = 8`.execute(db);
  });
  expect(await verify(env, '--customer', '8')).toMatchObject({ code: 0 });
  const cut = await verify(env, '--customer', '8', '--heads', heads);
  expect(cut.code).toBe(1);
  expect(cut.said).toMatch(/^Line 4 of .*heads\.log: the chain head is unreadable, skipped\.$/m);
  expect(cut.said).toMatch(/^customer 8: BAD at number 1: the chain ends before a number/m);
}

describe('audit:verify', () => {
  it(
    'verifies a PostgreSQL database while a server is running',
    async () => {
      const database = await freshDatabase();
      await validate({ DATABASE_URL: database.databaseUrl! }, async (tamper) => {
        await tamper(database);
      });
    },
    LONGEST_MS,
  );

  it(
    'verifies the data folder of the embedded database',
    async () => {
      const dataDir = temporaryFolder();
      await validate({ DATA_DIR: dataDir }, async (tamper) => {
        const database = await openDatabase({ dataDir, unsafeDatabase: false, log: testLog });
        try {
          await prepareDatabase(database, NOW);
          await tamper(database);
        } finally {
          await database.close();
        }
      });
    },
    LONGEST_MS,
  );

  it('prints its usage for an unknown option, and one sentence for a file that is missing', async () => {
    expect(await verify({}, '--client', '7')).toEqual({
      code: 1,
      said: 'Usage: npm run audit:verify -- [--customer N] [--heads FILE]\n',
    });
    expect(await verify({}, '--heads', '/nowhere/heads.log')).toEqual({
      code: 1,
      said: 'The file /nowhere/heads.log cannot be read (ENOENT).\n',
    });
  });

  it('rejects a customer that is not a number', async () => {
    const { code, said } = await verify({}, '--customer', 'x');
    expect([code, said]).toEqual([1, '--customer takes the number of a customer.\n']);
  });
});
