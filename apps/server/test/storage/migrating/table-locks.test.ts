/** Migrations that find a table locked by a long transaction (docs/adr/0063). */
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../src/storage/database.ts';
import { migrate } from '../../../src/storage/migrate.ts';
import { freshDatabase, openTestDatabase } from '../../support/databases.ts';
import { eventually, lockWaits } from '../../support/eventually.ts';
import { fixture } from '../../support/fixture.ts';
import { IMPATIENT, PATIENT, plantedFolder } from './planted-folder.ts';

/** Holds the lock of a reader on the table until it is called again. */
async function readerOf(database: Database, table: string): Promise<() => Promise<void>> {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  let transaction = Promise.resolve();
  await new Promise<void>((begun, failed) => {
    transaction = database.transaction(async (trx) => {
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
      await sql`lock table ${sql.table(table)} in access share mode`.execute(trx);
      begun();
      await ended;
    });
    transaction.catch(failed);
  });
  return () => {
    end();
    return transaction;
  };
}

describe('a migration of a table that a long transaction reads', () => {
  const database = fixture(() => freshDatabase());
  const other = fixture(() => openTestDatabase(database.databaseUrl));
  let release = () => Promise.resolve();
  afterEach(() => release());

  it('does not make other statements wait behind it, and runs when the transaction has ended', async () => {
    const { folder, write } = plantedFolder();
    const name = write(1, 'alter table device add column planted integer;');
    release = await readerOf(other, 'device');
    const reports: string[] = [];
    const migrated = migrate(database, folder, {
      patience: PATIENT,
      report: (sentence) => reports.push(sentence),
    });
    for (let n = 0; n < 3; n += 1) {
      const known = reports.length;
      await eventually(() => lockWaits(other.db)).toBeGreaterThan(0);
      // Waits behind the migration, which gives up although the transaction has not ended.
      await sql`select from device limit 1`.execute(other.db);
      await eventually(() => reports.length).toBeGreaterThan(known);
    }
    expect(reports.join('\n')).toMatch(
      new RegExp(
        `^Migration ${name} did not get the lock on the table device that session \\d+ \\(busbar\\) holds within 0.5 s; attempt \\d+ of 10001 follows in 0.01 s\\.$`,
        'm',
      ),
    );
    await release();
    expect(await migrated).toEqual([name]);
    await sql`select planted from device`.execute(database.db);
  });

  it('fails with one sentence if the transaction does not end, and changes nothing', async () => {
    const { folder, write } = plantedFolder();
    write(1, 'alter table device add column planted integer;');
    const name = write(
      2,
      'create table half (id integer); alter table customer add column b integer;',
    );
    release = await readerOf(other, 'customer');
    await expect(migrate(database, folder, { patience: IMPATIENT })).rejects.toMatchObject({
      name: 'StartError',
      message: expect.stringMatching(
        new RegExp(
          `^Migration ${name} did not get .*lock.* in 2 attempts of 0.1 s and changed nothing: end that transaction and start again; processes that run continue\\.$`,
        ),
      ),
    });
    const { rows } = await sql`select to_regclass('half') as half`.execute(other.db);
    expect(rows).toEqual([{ half: null }]);
    expect(await lockWaits(other.db)).toBe(0);
    await release();
    expect(await migrate(database, folder)).toEqual([name]);
  });

  it('does not delay a process that has nothing to migrate', async () => {
    const { folder, write, remove } = plantedFolder();
    write(1, 'alter table device add column planted integer;');
    write(2, 'create table half (id integer); alter table customer add column b integer;');
    const name = write(3, 'alter table zone add column c integer;');
    release = await readerOf(other, 'zone');
    const migrated = migrate(database, folder, { patience: PATIENT });
    await eventually(() => lockWaits(other.db)).toBeGreaterThan(0);
    const reports: string[] = [];
    const waiting = migrate(other, folder, { report: (sentence) => reports.push(sentence) });
    await eventually(() => reports).toContain(
      'Another process migrates the database; this one waits for it.',
    );
    remove(name);
    expect(await migrate(other, folder)).toEqual([]);
    await release();
    expect([...(await migrated), ...(await waiting)]).toEqual([name]);
  });
});
