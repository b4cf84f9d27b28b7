/** A program on a database that a newer one has migrated (docs/adr/0063). */
import { beforeEach, describe, expect, it } from 'vitest';
import { migrate } from '../../../src/storage/migrate.ts';
import { StartError } from '../../../src/storage/start-error.ts';
import { freshDatabase, type TestDatabase } from '../../support/databases.ts';
import { plantedFolder, plantedNumber } from './planted-folder.ts';

describe('a program that is older than the tables', () => {
  let database: TestDatabase;
  let newer: ReturnType<typeof plantedFolder>;
  beforeEach(async () => {
    database = await freshDatabase();
    newer = plantedFolder();
  });
  const start = async ({ folder }: { folder: URL }) => {
    const reports: string[] = [];
    const done = await migrate(database, folder, { report: (text) => reports.push(text) });
    return { done, reports };
  };

  it('starts after expand migrations and reports them', async () => {
    const names = [
      newer.write(1, 'alter table device add column planted integer;'),
      newer.write(2, '--! no-transaction\ncreate index concurrently planted on device (name);'),
    ];
    expect(await start(newer)).toEqual({ done: names, reports: [] });
    const sentence = `The database has 2 migrations of a newer version, the last one is ${names[1]}; this version still works with it.`;
    expect(await start(plantedFolder())).toEqual({ done: [], reports: [sentence] });
  });

  it('refuses to start after a contract migration that removed what it uses', async () => {
    const first = newer.write(1, 'alter table device add column planted integer;');
    newer.write(
      2,
      `--! contract: unused since ${plantedNumber(1)}\nalter table device drop column planted;`,
    );
    await start(newer);
    const error = await start(plantedFolder()).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(StartError);
    expect((error as Error).message).toBe(
      `The database was made by a newer Busbar (it has migration ${first}): start that version, or restore a backup made before it.`,
    );
    // The program of the first migration no longer uses the column.
    const between = plantedFolder();
    between.write(1, 'alter table device add column planted integer;');
    expect((await start(between)).reports).toHaveLength(1);
  });

  it('is refused by the latest requirement, whatever the order', async () => {
    newer.write(1, 'select 1;');
    newer.write(2, `--! contract: unused since ${plantedNumber(2)}\nselect 1;`);
    newer.write(3, `--! contract: unused since ${plantedNumber(1)}\nselect 1;`);
    await start(newer);
    const between = plantedFolder();
    between.write(1, 'select 1;');
    await expect(start(between)).rejects.toThrow('made by a newer Busbar');
  });

  it('refuses a changed file also if the database is newer', async () => {
    newer.write(1, 'select 1;');
    newer.write(2, 'select 2;');
    await start(newer);
    const changed = plantedFolder();
    changed.write(1, 'select 3;');
    await expect(start(changed)).rejects.toThrow('was changed after it had run');
  });
});
