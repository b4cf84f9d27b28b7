/**
 * A long queue of entries that await their seal: each is read once, however many are already
 * sealed.
 */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { sealEntries } from '../../src/areas/identity/audit/seal-entries.ts';
import { verifyChain } from '../../src/areas/identity/audit/verify-chain.ts';
import type { Database } from '../../src/storage/database.ts';
import { describeWithDatabase, isOnCitus } from '../support/databases.ts';
import { writeEntries } from './audit-fixture.ts';

const CUSTOMER = 83;
const ENTRIES = 12_000;

describeWithDatabase('the seal queue', (database) => {
  it('is processed in one pass', async () => {
    await writeEntries(database, CUSTOMER, ENTRIES, Date.UTC(2026, 10, 1));
    await sql`analyze audit_entry, audit_unsealed, audit_seal`.execute(database.db);
    const before = await readSoFar(database);
    expect(await sealEntries({ database: countedAtOnce(database) })).toBe(ENTRIES);
    const read = (await readSoFar(database)) - before;
    // On Citus a worker reads the rows, and its statistics are not those of this database.
    if (!isOnCitus) {
      expect(read).toBeGreaterThanOrEqual(ENTRIES);
      expect(read).toBeLessThan(2 * ENTRIES);
    }
    const { place, fault } = await verifyChain(database.db, CUSTOMER);
    expect({ seq: place.seq, fault }).toEqual({ seq: ENTRIES, fault: undefined });
  });
});

/** Adds the reads of each transaction to the database statistics when the transaction ends. */
function countedAtOnce(database: Database): Database {
  return {
    ...database,
    transaction: (work) =>
      database.transaction(async (trx) => {
        const done = await work(trx);
        await sql`select pg_stat_force_next_flush()`.execute(trx);
        return done;
      }),
  };
}

/** Returns the number of entries read so far, with or without an index. */
async function readSoFar({ db }: Database): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    select (idx_tup_fetch + seq_tup_read)::integer as read from pg_stat_user_tables
    where relname = 'audit_entry'`.execute(db);
  return rows[0]!.read;
}
