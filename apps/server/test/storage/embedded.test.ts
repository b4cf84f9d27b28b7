import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { upkeep } from '../../src/storage/embedded-upkeep.ts';
import { openDatabase } from '../../src/storage/open-database.ts';
import { StartError } from '../../src/storage/start-error.ts';
import { runTypeScript } from '../support/child-process.ts';
import { freshDatabase, presentEngines } from '../support/databases.ts';
import { testLog } from '../support/test-log.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'busbar-embedded-'));
afterAll(() => rmSync(dataDir, { recursive: true }));
const writer = new URL('./row-writer.ts', import.meta.url);
const open = (folder: string) =>
  openDatabase({ dataDir: folder, unsafeDatabase: false, log: testLog });

// Each opening of a database in a folder takes seconds, more when the machine is busy.
describe.skipIf(!presentEngines().includes('pglite'))(
  'the embedded database',
  { timeout: 180_000 },
  () => {
    it('keeps every committed row when its process is killed, and shuts others out until then', async () => {
      for (let round = 0; round < 3; round += 1) {
        const owner = runTypeScript(writer, dataDir);
        expect(await owner.nextLine()).toBe('open');
        const told: string[] = [];
        while (told.length < 100 + 70 * round) told.push(await owner.nextLine());
        await expect(open(dataDir)).rejects.toThrow(`in use by process ${owner.pid}:`);
        await owner.end('SIGKILL');

        const database = await open(dataDir);
        const rows = await database.db.selectFrom('installation').select('name').execute();
        const kept = new Set(rows.map(({ name }) => name));
        expect(told.filter((name) => !kept.has(name))).toEqual([]);
        await database.close();
      }
    });

    it('of this process is refused to another one', async () => {
      const database = await open(dataDir);
      const other = runTypeScript(writer, dataDir);
      expect(await other.nextLine()).toContain(`in use by process ${process.pid}:`);
      await other.end('SIGTERM');
      await database.close();
    });

    it('says in one sentence when its folder cannot be made', async () => {
      const file = join(dataDir, 'a-file');
      writeFileSync(file, '');
      chmodSync(file, 0o400);
      await expect(open(join(file, 'data'))).rejects.toThrow(StartError);
      await expect(open(join(file, 'data'))).rejects.toThrow(
        /^The data folder .* cannot be written \(.*\)\.$/,
      );
    });

    it('is kept small by the upkeep that a server does by itself', async () => {
      const database = await freshDatabase('pglite');
      await sql`insert into installation values ('counter', '0')`.execute(database.db);
      await upkeep(database);
      expect(await upkeep(database)).toEqual({ checkpoint: false, vacuumed: [] });

      for (let n = 0; n < 200; n += 1) {
        await sql`update installation set value = ${String(n)}`.execute(database.db);
      }
      expect((await upkeep(database)).vacuumed).toEqual(['installation']);
      const dead = await sql<{ n: number }>`
      select n_dead_tup as n from pg_stat_user_tables where relname = 'installation'`.execute(
        database.db,
      );
      expect(dead.rows).toEqual([{ n: 0 }]);

      await sql`insert into installation
      select 'filler ' || n, repeat(md5(n::text), 60) from generate_series(1, 40000) n`.execute(
        database.db,
      );
      expect((await upkeep(database)).checkpoint).toBe(true);
      expect((await upkeep(database)).checkpoint).toBe(false);
    });
  },
);

describe.skipIf(!presentEngines().includes('postgres'))('a server', () => {
  it('is left to its own upkeep', async () => {
    const database = await freshDatabase('postgres');
    await sql`insert into installation select n::text, '' from generate_series(1, 500) n`.execute(
      database.db,
    );
    expect(await upkeep(database)).toEqual({ checkpoint: false, vacuumed: [] });
  });
});
