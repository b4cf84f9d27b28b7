/** A backup during an upgrade: the program is older than the database (docs/adr/0063). */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { migrate } from '../../src/storage/migrate.ts';
import { schemaText } from '../../src/storage/schema/schema-text.ts';
import { plantedFolder, plantedNumber } from '../storage/migrating/planted-folder.ts';
import { freshDatabase } from '../support/databases.ts';
import { createTenant } from '../support/factories/tenant.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { backUp, emptyPlace, NOW, restoreTo, within } from './backup-fixture.ts';

it('a backup by the older program is restored by the newer one only', async () => {
  const source = await freshDatabase();
  await createTenant(source, { label: 'older', now: NOW });
  const { folder, write } = plantedFolder();
  write(1, 'alter table device add column planted integer not null default 7;');
  write(2, '--! no-transaction\ncreate index concurrently planted on device (planted);');
  const last = write(3, `--! contract: unused since ${plantedNumber(1)}\nselect 1;`);
  await migrate(source, folder);
  await sql`update device set planted = 8`.execute(source.db);
  const file = await backUp(source, temporaryFolder());

  const place = await emptyPlace();
  await expect(restoreTo(place, file)).rejects.toThrow(
    `was made by a newer Busbar (0.1.0) or from its database: restore it with a version that has migration ${last}.`,
  );
  await restoreTo(place, file, { migrations: folder });
  const schema = await schemaText(source.db);
  await within(place, async (restored) => {
    expect(await schemaText(restored.db)).toBe(schema);
    const { rows } = await sql`select distinct planted from device`.execute(restored.db);
    expect(rows).toEqual([{ planted: 8 }]);
    // The requirement of the contract migration is in the archive.
    await expect(migrate(restored)).rejects.toThrow('made by a newer Busbar');
  });
});

it('a backup made before an upgrade is restored with the later migrations', async () => {
  const source = await freshDatabase();
  await createTenant(source, { label: 'earlier', now: NOW });
  const file = await backUp(source, temporaryFolder());
  const { folder, write } = plantedFolder();
  write(1, '--! no-transaction\ncreate index concurrently planted on device (name);');
  write(2, `--! contract: unused since ${plantedNumber(1)}\nselect 1;`);
  const place = await emptyPlace();
  const { migrated } = await restoreTo(place, file, { migrations: folder });
  expect(migrated).toHaveLength(2);
  await within(place, async (restored) => {
    expect(await migrate(restored, folder)).toEqual([]);
    await expect(migrate(restored)).rejects.toThrow('made by a newer Busbar');
  });
});
