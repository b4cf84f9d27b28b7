/** A backup of distributed tables, restored into one database and distributed again. */
import { sql } from 'kysely';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { holdStill } from '../../../src/backup/hold-still.ts';
import type { Database } from '../../../src/storage/database.ts';
import { distribute } from '../../../src/storage/distributed/distribute.ts';
import { prepareDatabase } from '../../../src/storage/prepare-database.ts';
import {
  backUp,
  emptyPlace,
  fillDatabase,
  NOW,
  restoreTo,
  tableHashes,
  within,
} from '../../backup/backup-fixture.ts';
import { takeRestoreNote } from '../../backup/restore-note.ts';
import { openTestDatabase } from '../../support/databases.ts';
import { createOnNodes } from '../../support/programs/citus-cluster.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const nodes = inject('citusNodes');
const SHARDS = 4;
const NOTES = 2_000;

describe('a backup of distributed tables', () => {
  let source: string;
  let hashes: Record<string, string>;
  let file: string;
  beforeAll(async () => {
    source = await emptyOnNodes('backed_up');
    const plain = await openTestDatabase(source);
    await prepareDatabase(plain, NOW);
    const { customerId, deviceId } = await fillDatabase(plain);
    // The changes that a restore makes on purpose are tested in test/backup/hold-still.test.ts.
    await plain.transaction((trx) => holdStill(trx));
    hashes = await tableHashes(plain);
    await distribute(plain, SHARDS);
    await plain.close();
    const distributed = await openTestDatabase(source);
    expect(distributed.isDistributed).toBe(true);
    // Rows that are only on the nodes: the coordinator still has those from before.
    await sql`insert into device_note (customer_id, device_id, user_id, user_name, text, created_at)
      select ${customerId}::int4, ${deviceId}::int4, 1, 'a', repeat('b', 1000), now()
      from generate_series(1, ${NOTES}::int4)`.execute(distributed.db);
    file = await backUp(distributed, temporaryFolder());
    await distributed.close();
  });

  async function emptyOnNodes(label: string): Promise<string> {
    const name = `${label}_${process.pid}`;
    await createOnNodes(nodes, name);
    return `${nodes[0]}/${name}`;
  }
  /** The backup adds the id of the key to one table, and the other has further notes. */
  const rest = ({ installation: _, device_note: __, ...others }: Record<string, string>) => others;
  const newNotes = async ({ db }: Database) => {
    const { rows } = await sql<{ count: number }>`select count(*)::int4 as count
      from device_note where text like 'bbb%'`.execute(db);
    return rows[0]!.count;
  };

  it('is restored by one database, with every row of every customer', async () => {
    const place = await emptyPlace();
    await restoreTo(place, file);
    await within(place, async (restored) => {
      await takeRestoreNote(restored);
      expect(rest(await tableHashes(restored))).toEqual(rest(hashes));
      expect(await newNotes(restored)).toBe(NOTES);
    });
  });

  it('is restored on an empty coordinator and distributed again', async () => {
    const place = { databaseUrl: await emptyOnNodes('restored'), dataDir: temporaryFolder() };
    await restoreTo(place, file);
    await within(place, async (restored) => {
      expect(restored.isDistributed).toBe(false);
      await takeRestoreNote(restored);
      await distribute(restored, SHARDS);
    });
    await within(place, async (restored) => {
      expect(restored.isDistributed).toBe(true);
      expect(rest(await tableHashes(restored))).toEqual(rest(hashes));
    });
  });

  it('is not restored over distributed tables, which keep their rows', async () => {
    const place = { databaseUrl: source, dataDir: temporaryFolder() };
    await expect(restoreTo(place, file, { replace: true })).rejects.toThrow(
      'distributed over worker nodes and cannot be replaced: restore into a new database, then run npm run db:distribute',
    );
    await within(place, async (database) => {
      expect(rest(await tableHashes(database))).toEqual(rest(hashes));
    });
  });
});
