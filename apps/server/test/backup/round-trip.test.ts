/** A restore reproduces a backup row by row and byte by byte, between both kinds of database. */
import { lstatSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { holdStill } from '../../src/backup/hold-still.ts';
import type { Database } from '../../src/storage/database.ts';
import { prepareDatabase } from '../../src/storage/prepare-database.ts';
import { schemaText } from '../../src/storage/schema/schema-text.ts';
import { freshDatabase } from '../support/databases.ts';
import { fixture } from '../support/fixture.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import {
  backUp,
  emptyPlace,
  fillDatabase,
  fillFolder,
  NOW,
  type PlaceKind,
  restoreTo,
  tableHashes,
  within,
} from './backup-fixture.ts';
import { takeRestoreNote } from './restore-note.ts';

const KINDS: readonly PlaceKind[] = ['external', 'embedded'];

describe.each(KINDS)('a backup restored on an %s database', (kind) => {
  const source = fixture(freshDatabase);
  let dataDir: string;
  let files: Record<string, Buffer>;
  let hashes: Record<string, string>;
  let file: string;
  beforeAll(async () => {
    await fillDatabase(source);
    // The changes that a restore makes on purpose are tested in hold-still.test.ts.
    await source.transaction((trx) => holdStill(trx));
    dataDir = temporaryFolder();
    files = fillFolder(dataDir);
    writeFileSync(join(dataDir, 'secrets.json.new'), 'half');
    file = await backUp(source, dataDir);
    hashes = await tableHashes(source);
  });

  it('contains every table, row and file, the schema and the sequence values', async () => {
    const place = await emptyPlace(kind);
    const done = await restoreTo(place, file);
    expect(done).toMatchObject({
      tables: Object.keys(hashes).length,
      files: 4,
      before: undefined,
    });
    const sourceSchema = await schemaText(source.db);
    const nextOf = (database: Database) =>
      sql<{ id: number }>`select nextval('timer_timer_id_seq')::int4 as id`.execute(database.db);
    const next = await nextOf(source);
    await within(place, async (restored) => {
      await takeRestoreNote(restored);
      expect(await tableHashes(restored)).toEqual(hashes);
      expect(await schemaText(restored.db)).toBe(sourceSchema);
      expect((await nextOf(restored)).rows).toEqual(next.rows);
      const { migrations } = await prepareDatabase(restored, NOW);
      expect(migrations).toEqual([]);
    });
    for (const [name, content] of Object.entries(files)) {
      const path = join(place.dataDir, name);
      expect(readFileSync(path).equals(content), name).toBe(true);
      expect(statSync(path).mode & 0o777).toBe(0o600);
    }
    // The folder contains the database itself, not a link to another folder.
    const database = lstatSync(join(place.dataDir, 'postgres'), { throwIfNoEntry: false });
    expect(database?.isDirectory()).toBe(kind === 'embedded' ? true : undefined);
    // Other users have no access to a folder without a database.
    if (kind === 'external') expect(statSync(place.dataDir).mode & 0o777).toBe(0o700);
    const names = readdirSync(place.dataDir).filter((name) => name !== 'postgres');
    expect(names.sort()).toEqual(['imports', 'reports', 'secrets.json']);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });
});

describe('a backup while the server runs', () => {
  it('is a consistent snapshot of one point in time', async () => {
    const source = await freshDatabase();
    await sql`insert into throttle (bucket, failures, window_started_at)
      select 'moment ' || n, 0, now() from generate_series(1, 500) n`.execute(source.db);
    await sql`insert into device_note (customer_id, device_id, user_id, user_name, text, created_at)
      values (1, 1, 1, 'a', '0', now())`.execute(source.db);
    let isOver = false;
    // Both tables contain the same number at every commit.
    const writing = (async () => {
      for (let n = 1; !isOver; n += 1) {
        await source.transaction(async (trx) => {
          await sql`update throttle set failures = ${n}`.execute(trx);
          await sql`update device_note set text = ${String(n)}`.execute(trx);
        });
      }
    })();
    const file = await backUp(source, temporaryFolder());
    isOver = true;
    await writing;
    const place = await emptyPlace();
    await restoreTo(place, file);
    const { rows } = await within(place, (restored) =>
      sql`select failures::text as number, count(*)::int4 as count,
          (select text from device_note) as note
        from throttle group by 1`.execute(restored.db),
    );
    expect(rows).toEqual([
      { number: (rows[0] as { note: string }).note, count: 500, note: expect.any(String) },
    ]);
  });
});
