/**
 * Statements that the pooler prepares in the sessions that it shares (docs/adr/0074): customers are
 * separated, plans belong to one role, and a pooler that no longer prepares stops nothing.
 */
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Database, Executor } from '../../../src/storage/database.ts';
import { openDatabase } from '../../../src/storage/open-database.ts';
import { closeAfterFile } from '../../support/close-after-file.ts';
import { sharedDatabase } from '../../support/databases.ts';
import { eventually } from '../../support/eventually.ts';
import { fixture } from '../../support/fixture.ts';
import { canPrepare, hasPgBouncer, startPgBouncer } from '../../support/programs/pgbouncer.ts';
import { testLog } from '../../support/test-log.ts';

/** More than the executions after which a statement is prepared, and planned in general. */
const OFTEN = 40;
const SESSIONS = 3;

if (!canPrepare) console.warn('SKIPPED: statements prepared by PgBouncer 1.21 and later.');

describe.skipIf(!hasPgBouncer)('behind a pooler', () => {
  const direct = fixture(sharedDatabase);

  async function behind(settings: Readonly<Record<string, number>>): Promise<Database> {
    const pooler = await startPgBouncer(direct.databaseUrl, {
      default_pool_size: SESSIONS,
      ...settings,
    });
    const database = await openDatabase({
      ...{ databaseUrl: pooler.url, directUrl: direct.databaseUrl, dataDir: '' },
      ...{ unsafeDatabase: false, log: testLog },
    });
    closeAfterFile(() => database.close());
    await database.checkConnections();
    return database;
  }
  /** Runs `work` in as many transactions at the same time as there are sessions. */
  const inEverySession = <T>(database: Database, work: (trx: Executor) => Promise<T>) =>
    Promise.all(
      Array.from({ length: SESSIONS }, () =>
        database.as('platform').transaction(async (trx) => {
          await sql`select pg_sleep(0.1)`.execute(trx);
          return work(trx);
        }),
      ),
    );
  const preparedTexts = async (database: Database) => {
    const found = await inEverySession(database, async (trx) => {
      const { rows } = await sql<{ statement: string }>`
        select statement from pg_prepared_statements where statement ~ '"name" from "rate"$'`.execute(
        trx,
      );
      return rows.map(({ statement }) => statement);
    });
    return [...new Set(found.flat())].sort();
  };
  const namesOf = (db: Executor) =>
    db
      .selectFrom('rate')
      .select('name')
      .execute()
      .then((rows) => rows.map(({ name }) => name));

  it.runIf(!canPrepare)('that prepares nothing, no statement is named', async () => {
    const database = await behind({});
    for (let n = 0; n < OFTEN; n += 1) await namesOf(database.as('platform').db);
    expect(await preparedTexts(database)).toEqual([]);
  });

  describe.skipIf(!canPrepare)('that prepares statements', () => {
    const database = fixture(() => behind({ max_prepared_statements: 200 }));

    it('each role has its own, and each customer its own rows', async () => {
      await sql`insert into rate (customer_id, rate_id, name, is_default, created_at)
        select c, 1, 'of ' || c, true, now() from unnest(array[81, 82]) c`.execute(direct.db);
      const calls = async (customerId: number) => {
        const { db, transaction } = database.as({ customerId });
        for (let n = 0; n < OFTEN; n += 1) {
          expect(await namesOf(db)).toEqual([`of ${customerId}`]);
          expect(await transaction(namesOf)).toEqual([`of ${customerId}`]);
        }
      };
      const platform = async () => {
        for (let n = 0; n < OFTEN; n += 1) {
          const names = await namesOf(database.as('platform').db);
          expect(names).toEqual(expect.arrayContaining(['of 81', 'of 82']));
        }
      };
      await Promise.all([81, 82, 81, 82, 81].map(calls).concat(platform(), platform()));
      expect(await preparedTexts(database)).toEqual([
        expect.stringMatching(/^\/\* busbar_c \*\/ select/),
        expect.stringMatching(/^\/\* busbar_p \*\/ select/),
      ]);
    });

    it('a column whose type has changed is read with its new type', async () => {
      await sql`create table changed (id int4, amount int4)`.execute(direct.db);
      await sql`grant select on changed to busbar_platform`.execute(direct.db);
      await sql`insert into changed values (1, 1)`.execute(direct.db);
      const other = await behind({ max_prepared_statements: 200 });
      const amount = async () => {
        const { rows } = await sql<{ amount: unknown }>`
          select id, amount from changed`.execute(other.as('platform').db);
        return rows[0]?.amount;
      };
      const amounts = () => Promise.all(Array.from({ length: SESSIONS }, amount));
      for (let n = 0; n < OFTEN; n += 1) expect(await amounts()).toEqual([1, 1, 1]);
      const sessions = await inEverySession(other, async (trx) => {
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
        return rows[0]!.pid;
      });
      await sql`alter table changed alter amount type numeric(10, 2) using 1.5`.execute(direct.db);
      // The connections know the statement, and the new sessions do not.
      await sql`select pg_terminate_backend(pid) from unnest(${sessions}::int4[]) pid`.execute(
        direct.db,
      );
      await eventually(() => amounts().catch(String)).toEqual(['1.50', '1.50', '1.50']);
      for (let n = 0; n < OFTEN; n += 1) expect(await amounts()).toEqual(['1.50', '1.50', '1.50']);
    });

    it('calls go on without names when statements are lost', async () => {
      await sql`insert into rate (customer_id, rate_id, name, is_default, created_at)
        values (83, 1, 'of 83', true, now())`.execute(direct.db);
      const other = await behind({ max_prepared_statements: 200 });
      const { db } = other.as('platform');
      // The next call may use any session, so each must have lost the statement.
      for (let n = 0; n < OFTEN / SESSIONS; n += 1) await inEverySession(other, namesOf);
      expect(await preparedTexts(other)).toHaveLength(1);
      await Promise.allSettled(
        Array.from({ length: SESSIONS }, () =>
          other.as('platform').transaction(async (trx) => {
            await sql`do $$ begin execute 'deallocate all'; end $$`.execute(trx);
            await sql`select pg_sleep(0.2)`.execute(trx);
          }),
        ),
      );
      // A call that meets the loss may fail.
      await namesOf(db).catch(() => undefined);
      for (let n = 0; n < OFTEN; n += 1) expect(await namesOf(db)).not.toEqual([]);
      expect(await preparedTexts(other)).toEqual([]);
    });

    it('none is named while its limit is 0', async () => {
      const other = await behind({ max_prepared_statements: 0 });
      for (let n = 0; n < OFTEN; n += 1) await namesOf(other.as('platform').db);
      expect(await preparedTexts(other)).toEqual([]);
    });
  });
});
