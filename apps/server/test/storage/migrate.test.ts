import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/storage/database.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { prepareDatabase } from '../../src/storage/prepare-database.ts';
import { schemaText } from '../../src/storage/schema/schema-text.ts';
import { StartError } from '../../src/storage/start-error.ts';
import { freshDatabase, openTestDatabase } from '../support/databases.ts';
import { fixture } from '../support/fixture.ts';

const shipped = new URL('../../src/storage/migrations/', import.meta.url);
const names = readdirSync(shipped)
  .sort()
  .map((file) => file.replace('.sql', ''));
const folder = pathToFileURL(`${mkdtempSync(join(tmpdir(), 'busbar-migrations-'))}/`);
afterAll(() => rmSync(folder, { recursive: true }));

describe('migrating', () => {
  const database = fixture(() => freshDatabase({ empty: true }));
  beforeAll(async () => {
    cpSync(shipped, folder, { recursive: true });
  });
  const write = (file: string, text: string): void => writeFileSync(new URL(file, folder), text);
  const next = String(names.length + 1).padStart(4, '0');

  it('runs every file once on an empty database', async () => {
    expect(await migrate(database, folder)).toEqual(names);
    expect(await migrate(database, folder)).toEqual([]);
  });

  it('ignores different line endings', async () => {
    const file = `${names[0]}.sql`;
    const text = readFileSync(new URL(file, shipped), 'utf8');
    write(file, text.replaceAll('\n', '\r\n'));
    expect(await migrate(database, folder)).toEqual([]);
  });

  it('rolls back a file that fails midway, and runs it after it is fixed', async () => {
    write(`${next}-extra.sql`, 'create table extra (a integer); select 1 / 0;');
    await expect(migrate(database, folder)).rejects.toMatchObject({
      name: 'StartError',
      message: `Migration ${next}-extra failed and changed nothing: division by zero. Processes that run continue; start the former version again, or correct the cause.`,
      cause: { code: '22012' },
    });
    write(`${next}-extra.sql`, 'create table extra (a integer);');
    expect(await migrate(database, folder)).toEqual([`${next}-extra`]);
  });

  it('rejects a file that was changed after it ran', async () => {
    write(`${next}-extra.sql`, 'create table extra (b integer);');
    await expect(migrate(database, folder)).rejects.toThrow(StartError);
    await expect(migrate(database, folder)).rejects.toThrow(`Migration ${next}-extra was changed`);
  });

  it('rejects a database whose tables no longer suit it', async () => {
    const contract = String(Number(next) + 1).padStart(4, '0');
    write(`${next}-extra.sql`, 'create table extra (a integer);');
    write(`${contract}-less.sql`, `--! contract: unused since ${next}\ndrop table extra;`);
    expect(await migrate(database, folder)).toEqual([`${contract}-less`]);
    rmSync(new URL(`${contract}-less.sql`, folder));
    expect(await migrate(database, folder)).toEqual([]);
    rmSync(new URL(`${next}-extra.sql`, folder));
    await expect(migrate(database, folder)).rejects.toThrow(
      `The database was made by a newer Busbar (it has migration ${next}-extra)`,
    );
  });

  it('rejects a gap in the numbers before it changes anything', async () => {
    write('0099-far.sql', 'select 1;');
    await expect(migrate(database, folder)).rejects.toThrow('out of order');
    rmSync(new URL('0099-far.sql', folder));
  });
});

describe('two processes migrating one database', () => {
  it('run each migration once between them', async () => {
    const first = await freshDatabase({ empty: true });
    const second = await openTestDatabase(first.databaseUrl);
    const now = Date.UTC(2026, 10, 20);
    const done = await Promise.all(
      [first, second, first, second].map((database) => prepareDatabase(database, now)),
    );
    expect(done.flatMap(({ migrations }) => migrations).sort()).toEqual(names);
    const partitions = done.flatMap((each) => each.partitions);
    expect(new Set(partitions).size).toBe(partitions.length);
    expect(partitions.length).toBeGreaterThan(0);
  });
});

describe('the schema', () => {
  it('has the same text for every database, and shows a column that differs', async () => {
    const [one, other] = await Promise.all([freshDatabase(), freshDatabase()]);
    const text = await schemaText(one.db);
    expect(text.split('\n').length).toBeGreaterThan(200);
    expect(await schemaText(other.db)).toBe(text);
    await changeOneColumn(other);
    expect(await schemaText(other.db)).not.toBe(text);
  });
});

async function changeOneColumn(database: Database): Promise<void> {
  await sql`alter table device alter column address drop default`.execute(database.db);
}
