/** Unusable archives are refused with one sentence, and nothing is changed. */
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  BLOCK,
  CONTENTS,
  END_BYTES,
  endOf,
  header,
  MANIFEST,
  padding,
  signatureOf,
} from '../../src/backup/archive-format.ts';
import type { Database } from '../../src/storage/database.ts';
import { StartError } from '../../src/storage/start-error.ts';
import { freshDatabase } from '../support/databases.ts';
import { SOAK_TIMEOUT_MS, size } from '../support/sizes.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import {
  backUp,
  emptyPlace,
  fillFolder,
  type Place,
  restoreTo,
  TEST_KEY,
  tableHashes,
  within,
} from './backup-fixture.ts';

interface Entry {
  name: string;
  content: Buffer;
}

/** Splits an archive into its entries, which can be changed and reassembled with valid hashes. */
function taken(archive: Buffer): Entry[] {
  const entries: Entry[] = [];
  for (let at = 0; at < archive.length - END_BYTES; ) {
    const name = archive.toString('ascii', at, archive.indexOf(0, at));
    const size = Number.parseInt(archive.toString('ascii', at + 124, at + 135), 8);
    entries.push({ name, content: archive.subarray(at + BLOCK, at + BLOCK + size) });
    at += BLOCK + size + padding(size);
  }
  return entries;
}

function together(entries: readonly Entry[], key = TEST_KEY): Buffer {
  const bytes = Buffer.concat(
    entries.flatMap(({ name, content }) => [
      header(name, content.length),
      content,
      Buffer.alloc(padding(content.length)),
    ]),
  );
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return Buffer.concat([bytes, endOf(sha256, signatureOf(key, sha256))]);
}

// biome-ignore lint/suspicious/noExplicitAny: the texts of an archive are changed at will.
type Change = (text: any, entries: Entry[]) => void;

function changed(archive: Buffer, name: string, change: Change): Buffer {
  const entries = taken(archive);
  const entry = entries.find((one) => one.name === name)!;
  const text = JSON.parse(entry.content.toString());
  change(text, entries);
  entry.content = Buffer.from(JSON.stringify(text));
  return together(entries);
}

const CASES: readonly (readonly [string, (archive: Buffer) => Buffer, string])[] = [
  ['an empty file', () => Buffer.alloc(0), 'is no backup made by Busbar.'],
  ['a foreign file', () => Buffer.from('PK\x03\x04'.repeat(5000)), 'is no backup made by Busbar.'],
  [
    'a foreign tar',
    (archive) => {
      const foreign = Buffer.from(archive);
      foreign.write('readme.md\0\0\0\0', 0, 'ascii');
      return foreign;
    },
    'is no backup made by Busbar.',
  ],
  [
    'half an archive',
    (archive) => archive.subarray(0, archive.length / 2),
    'is cut short or damaged: its end is missing.',
  ],
  [
    'an archive without its last byte',
    (archive) => archive.subarray(0, -1),
    'is cut short or damaged: its end is missing.',
  ],
  [
    'an archive with an extra byte',
    (archive) => Buffer.concat([archive, Buffer.alloc(1)]),
    'is cut short or damaged: its end is missing.',
  ],
  [
    'an archive of a newer format',
    (archive) =>
      changed(archive, MANIFEST, (text) => {
        text.version = 3;
        text.app = '9.9.9';
      }),
    'was made by a newer Busbar (9.9.9): restore it with that version or a later one.',
  ],
  [
    'an archive with a migration this version does not have',
    (archive) =>
      changed(archive, MANIFEST, (text) => {
        const number = text.migrations.length + 1;
        text.migrations.push({ number, name: '9999-later', checksum: 'a'.repeat(64) });
        text.app = '0.2.0';
      }),
    'was made by a newer Busbar (0.2.0)',
  ],
  [
    'an archive with a different migration',
    (archive) =>
      changed(archive, MANIFEST, (text) => {
        text.migrations[2].checksum = 'b'.repeat(64);
      }),
    'was made by another Busbar (its migration 0003-devices is not the one of this version).',
  ],
  ...['../outside', 'reports/../../outside', '/etc/outside', 'C:\\outside', 'a//b', ''].map(
    (path) =>
      [
        `an archive with a file at "${path}"`,
        (archive: Buffer) =>
          changed(archive, CONTENTS, (text) => {
            text.files[0].path = path;
          }),
        'names a file outside the data folder',
      ] as const,
  ),
  [
    'an archive with rows other than declared',
    (archive) =>
      changed(archive, CONTENTS, (_text, entries) => {
        const part = entries.find(({ name }) => name.startsWith('tables/zone/'))!;
        part.content = gzipSync('1\tEurope/Paris\tParis\t巴黎\t0\n');
      }),
    'is damaged: its contents are not what was written.',
  ],
  [
    'an archive with an extra entry',
    (archive) =>
      changed(archive, CONTENTS, (_text, entries) => {
        entries.splice(3, 0, { name: 'tables/zone/000009.gz', content: gzipSync('') });
      }),
    'is damaged: its contents are not what was written.',
  ],
  [
    'an archive signed by another installation',
    (archive) => together(taken(archive), Buffer.alloc(32, 8)),
    'is not signed with the key of this installation',
  ],
  [
    'an archive whose signature was removed after a change',
    (archive) => {
      const sha256 = createHash('sha256').update(archive.subarray(0, -END_BYTES)).digest('hex');
      return Buffer.concat([archive.subarray(0, -END_BYTES), endOf(sha256)]);
    },
    'is not signed with the key of this installation',
  ],
  [
    'an archive that claims more parts than it can have',
    (archive) =>
      changed(archive, CONTENTS, (text) => {
        text.tables.at(-1).parts = Number.MAX_SAFE_INTEGER;
      }),
    'is damaged: its contents are not what was written.',
  ],
  [
    'an archive with a part that is not compressed',
    (archive) =>
      changed(archive, CONTENTS, (_text, entries) => {
        entries.find(({ name }) => name.startsWith('tables/zone/'))!.content = Buffer.from('text');
      }),
    'is damaged: its contents are not what was written.',
  ],
];

describe('a restore from a file', () => {
  let archive: Buffer;
  let place: Place;
  beforeAll(async () => {
    const source = await freshDatabase();
    const dataDir = temporaryFolder();
    fillFolder(dataDir);
    archive = readFileSync(await backUp(source, dataDir));
    place = { databaseUrl: undefined, dataDir: join(temporaryFolder(), 'data') };
  });

  async function refusal(bytes: Buffer): Promise<string> {
    const file = join(temporaryFolder(), 'bad.backup');
    writeFileSync(file, bytes);
    const error = await restoreTo(place, file).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(StartError);
    expect(existsSync(place.dataDir)).toBe(false);
    return (error as Error).message.replace(file, 'FILE');
  }

  it.each(CASES)('refuses %s', async (_name, spoil, sentence) => {
    const said = await refusal(spoil(archive));
    expect(said).toContain(`FILE ${sentence}`);
    expect(said).toMatch(/ Nothing was changed\.$/);
  });

  it('restores an archive of another installation with --foreign, without files that do not belong to Busbar', async () => {
    const planted = changed(archive, CONTENTS, (text) => {
      text.files[0].path = 'database/PG_VERSION';
      text.files[1].path = 'secrets.key';
    });
    const file = join(temporaryFolder(), 'foreign.backup');
    writeFileSync(file, together(taken(planted), Buffer.alloc(32, 8)));
    const target = await emptyPlace();
    const done = await restoreTo(target, file, { key: undefined, foreign: true });
    expect(done.leftOut).toEqual(['database/PG_VERSION', 'secrets.key']);
    expect(readdirSync(target.dataDir).sort()).toEqual(['reports', 'secrets.json']);
  });

  it(
    'refuses an archive with a single flipped byte',
    async () => {
      const spread = (length: number) => {
        const count = Math.ceil(size('flippedBytes') / 3);
        return Array.from({ length: count }, (_, n) => Math.floor((n * length) / count));
      };
      const places = [
        ...spread(archive.length),
        ...spread(END_BYTES).map((at) => archive.length - END_BYTES + at),
        ...spread(2 * BLOCK),
      ];
      for (const at of places) {
        const flipped = Buffer.from(archive);
        flipped[at]! ^= 1 << (at % 8);
        await refusal(flipped);
      }
    },
    SOAK_TIMEOUT_MS,
  );

  it('is tested with archives that are identical after being split and reassembled', async () => {
    const file = join(temporaryFolder(), 'good.backup');
    writeFileSync(file, together(taken(archive)));
    expect(readFileSync(file).equals(archive)).toBe(true);
  });

  it('reports a file that does not exist or is a folder', async () => {
    const folder = temporaryFolder();
    await expect(restoreTo(place, join(folder, 'none'))).rejects.toThrow('There is no ');
    await expect(restoreTo(place, folder)).rejects.toThrow('is not a file.');
  });
});

const DATABASES = (['external', 'embedded'] as const).slice(0, size('restoredDatabases'));

describe.each(DATABASES)('a restore on an %s database', (kind) => {
  let source: Database;
  let full: Place;
  let before: Record<string, string>;
  beforeAll(async () => {
    source = await freshDatabase();
    const file = await backUp(source, temporaryFolder());
    full = await emptyPlace(kind);
    await restoreTo(full, file);
    mkdirSync(join(full.dataDir, 'reports'), { recursive: true });
    writeFileSync(join(full.dataDir, 'reports', '1.csv'), 'mine');
    before = await within(full, tableHashes);
  });

  async function isAsBefore(): Promise<void> {
    expect(await within(full, tableHashes)).toEqual(before);
    expect(readdirSync(full.dataDir).filter((name) => name !== 'postgres')).toEqual(['reports']);
  }

  const UNFIT = 'bucket\tnot a number\t2026-01-01\t\\N\n';

  /** Changes an archive so that its hashes are valid but the table rejects a row. */
  const unfit = (archive: Buffer, parts: readonly string[]): Buffer =>
    changed(archive, CONTENTS, (text, entries) => {
      const table = text.tables.find(({ name }: { name: string }) => name === 'throttle');
      const all = parts.join('');
      const sha256 = createHash('sha256').update(all).digest('hex');
      const rows = all.split('\n').length - 1;
      Object.assign(table, { parts: parts.length, rows, bytes: all.length, sha256 });
      const at = entries.findIndex(({ name }) => name > 'tables/throttle/');
      const added = parts.map((part, index) => ({
        name: `tables/throttle/00000${index + 1}.gz`,
        content: gzipSync(part),
      }));
      entries.splice(at, 0, ...added);
    });

  it('changes nothing if a row is rejected', async () => {
    const file = await backUp(source, temporaryFolder());
    writeFileSync(file, unfit(readFileSync(file), [UNFIT]));
    await expect(restoreTo(full, file, { replace: true })).rejects.toThrow('invalid input syntax');
    await isAsBefore();
  });

  it('changes nothing if a part of a table is rejected while the next part is being unpacked', async () => {
    const file = await backUp(source, temporaryFolder());
    // Unpacking this part takes longer than the refusal.
    const long = 'other\t1\t2026-01-01\t\\N\n'.repeat(2_000_000);
    writeFileSync(file, unfit(readFileSync(file), [UNFIT, long]));
    await expect(restoreTo(full, file, { replace: true })).rejects.toThrow('invalid input syntax');
    await isAsBefore();
  });

  it('changes nothing if the archive has a table of another shape', async () => {
    const file = await backUp(source, temporaryFolder());
    const bytes = changed(readFileSync(file), MANIFEST, (text) => {
      text.tables.find(({ name }: { name: string }) => name === 'zone').columns.push('evil');
    });
    writeFileSync(file, bytes);
    await expect(restoreTo(full, file, { replace: true })).rejects.toThrow(
      'holds a table this version does not know as it is: zone. Nothing was changed.',
    );
    await isAsBefore();
  });

  it('is refused without --replace if the target is not empty', async () => {
    const file = await backUp(source, temporaryFolder());
    await expect(restoreTo(full, file)).rejects.toThrow(
      'The database is not empty: restore into an empty one, or add --replace',
    );
    await isAsBefore();
    const { databaseUrl } = await emptyPlace(kind);
    const folderOnly = { databaseUrl, dataDir: temporaryFolder() };
    writeFileSync(join(folderOnly.dataDir, 'secrets.json'), '{}');
    await expect(restoreTo(folderOnly, file)).rejects.toThrow('is not empty');
    expect(readdirSync(folderOnly.dataDir)).toEqual(['secrets.json']);
  });

  it('replaces the target with --replace, and retains the former folder', async () => {
    const dataDir = temporaryFolder();
    fillFolder(dataDir);
    await sql`update currency set symbol = 'X' where currency_id = 1`.execute(source.db);
    const file = await backUp(source, dataDir);
    const done = await restoreTo(full, file, { replace: true });
    expect(readFileSync(join(done.before!, 'reports', '1.csv'), 'utf8')).toBe('mine');
    expect(existsSync(join(done.before!, 'postgres'))).toBe(kind === 'embedded');
    expect(existsSync(join(full.dataDir, 'reports', '1.csv'))).toBe(false);
    const symbols = await within(full, (restored) =>
      sql<{ symbol: string }>`select symbol from currency where currency_id = 1`.execute(
        restored.db,
      ),
    );
    expect(symbols.rows).toEqual([{ symbol: 'X' }]);
    // A backup contains neither the folder that a restore moved aside nor another backup.
    cpSync(file, join(full.dataDir, 'of-before.backup'));
    const again = await within(full, (restored) => backUp(restored, full.dataDir));
    const contents = taken(readFileSync(again)).find(({ name }) => name === CONTENTS)!;
    const { files } = JSON.parse(contents.content.toString());
    expect(files.map(({ path }: { path: string }) => path)).toEqual([
      'imports/empty.txt',
      'reports/7.csv',
      'reports/8.xlsx',
      'secrets.json',
    ]);
  });

  it('migrates a backup of an older version to this one', async () => {
    const later = pathToFileURL(`${temporaryFolder()}/`);
    cpSync(new URL('../../src/storage/migrations/', import.meta.url), later, { recursive: true });
    const number = String(readdirSync(later).length + 1).padStart(4, '0');
    writeFileSync(
      new URL(`${number}-later.sql`, later),
      `create table later as select currency_id, symbol from currency; alter table zone add column more text not null default 'x';`,
    );
    const file = await backUp(source, temporaryFolder());
    const place = await emptyPlace(kind);
    const done = await restoreTo(place, file, { migrations: later });
    expect(done.migrated).toEqual([`${number}-later`]);
    const { rows } = await within(place, (restored) =>
      sql<{ count: number }>`select count(*)::int4 as count from later`.execute(restored.db),
    );
    expect(rows[0]!.count).toBe(8);
  });

  it('never overwrites an existing archive with a failed backup, and leaves no partial archive', async () => {
    const folder = temporaryFolder();
    const file = await backUp(source, temporaryFolder(), join(folder, 'a.backup'));
    const written = readFileSync(file);
    await expect(backUp(source, temporaryFolder(), file)).rejects.toThrow(
      'is there already: choose another name, or add --force.',
    );
    await expect(
      backUp(source, temporaryFolder(), join(folder, 'none', 'a.backup')),
    ).rejects.toThrow('cannot be written (ENOENT)');
    expect(readFileSync(file).equals(written)).toBe(true);
    expect(readdirSync(folder)).toEqual(['a.backup']);
    truncateSync(file, 0);
  });
});
