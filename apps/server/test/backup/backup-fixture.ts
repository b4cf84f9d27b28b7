/**
 * Builds a database with all kinds of values and a data folder, backs them up and restores them.
 */
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { Client } from 'pg';
import { createSecrets } from '../../src/areas/shared/installation/sealed-secrets.ts';
import { makeBackup } from '../../src/backup/make-backup.ts';
import { type RestoreOptions, restoreBackup } from '../../src/backup/restore-backup.ts';
import { storedTables } from '../../src/backup/table-catalogue.ts';
import { tablePieces } from '../../src/backup/table-pieces.ts';
import type { Database } from '../../src/storage/database.ts';
import { openDatabase } from '../../src/storage/open-database.ts';
import { ensurePartitions } from '../../src/storage/partitions.ts';
import { freshDatabase } from '../support/databases.ts';
import { createTenant, type Tenant } from '../support/factories/tenant.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { testLog } from '../support/test-log.ts';

export const TEST_KEY = Buffer.alloc(32, 7);
export const NOW = Date.UTC(2026, 10, 20, 4, 0, 0);

/**
 * Creates two customers with every kind of row, and values that are easily corrupted in transit.
 */
export async function fillDatabase(database: Database): Promise<Tenant> {
  const tenant = await createTenant(database, { label: 'kept', now: NOW });
  await createTenant(database, { label: 'other', now: NOW });
  const { db } = database;
  const { customerId, deviceId } = tenant;
  const text = String.raw`tab	line
carriage	\N \. \t "quoted", 'single' 电 кот ع 🙂 `;
  await sql`update device set name = ${text}, address = ${'\\N'} where device_id = ${deviceId}`.execute(
    db,
  );
  await ensurePartitions(database, Date.UTC(2024, 0, 5), Date.UTC(2024, 1, 5));
  // January has values that are easily corrupted, February has ordinary ones.
  await sql`insert into measurement (customer_id, device_id, ts, content_hash, voltage_a_v,
      current_a_a, power_factor, active_power_kw, temperature_c)
    select ${customerId}::int4, ${deviceId}::int4, timestamptz '2024-01-20' + n * interval '17.000001 s',
      ('x' || substr(md5(n::text), 1, 16))::bit(64)::int8, (random() * 400)::real,
      (random() * case when n < 55000 then 1e-30 else 1 end)::real, -0.0,
      case when n < 55000 then 'NaN' else round((random() * -2e6)::numeric, 3) end, null
    from generate_series(1, 120000) n`.execute(db);
  await sql`insert into energy_register (customer_id, device_id, ts, content_hash, active_total_kwh,
      active_import_kwh)
    select ${customerId}::int4, ${deviceId}::int4, timestamptz '2024-01-20' + n * interval '15 min',
      n, 1000000000000.010 + n, 0.000000000000000000001
    from generate_series(1, 3000) n`.execute(db);
  for (const size of [1, 300_000, 5_000_000]) {
    await sql`insert into device_photo (customer_id, device_id, user_id, user_name, caption, format,
        width, height, byte_count, content, created_at)
      values (${customerId}, ${deviceId}, 1, 'a', 'b', 'png', 1, 1, ${size}, ${randomBytes(size)},
        now())`.execute(db);
  }
  // Deleted and updated rows leave a table with holes.
  await sql`delete from measurement where device_id = ${deviceId}
    and extract(minute from ts) between 10 and 25`.execute(db);
  await sql`update energy_register set quality = 1 where device_id = ${deviceId}
    and extract(hour from ts) = 3`.execute(db);
  return tenant;
}

/** Fills a data folder with the files that go into a backup. */
export function fillFolder(folder: string): Record<string, Buffer> {
  const files = {
    'secrets.json': Buffer.from('{"platformAdminPassword":"kept"}\n'),
    'reports/7.csv': Buffer.from('a,b\n1,2\n'),
    'reports/8.xlsx': randomBytes(9_000_000),
    'imports/empty.txt': Buffer.alloc(0),
  };
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return files;
}

/**
 * Returns the number of rows and a hash of the rows of each table, independent of their storage
 * order.
 */
export async function tableHashes(database: Database): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {};
  for (const table of await storedTables(database.db)) {
    const lines: string[] = [];
    for await (const piece of tablePieces(database.db, table, () => undefined)) {
      lines.push(...piece.toString('latin1').split('\n').slice(0, -1));
    }
    const hash = createHash('sha256').update(lines.sort().join('\n'), 'latin1').digest('hex');
    hashes[table.name] = `${lines.length} ${hash}`;
  }
  return hashes;
}

export async function backUp(
  database: Database,
  dataDir: string,
  file = join(temporaryFolder(), 'all.backup'),
): Promise<string> {
  // Stores the key id as the first start with this key would.
  const value = createSecrets(TEST_KEY).keyId;
  await sql`insert into installation (name, value) values ('secrets_key_id', ${value})
    on conflict do nothing`.execute(database.db);
  await makeBackup({
    database,
    dataDir,
    file,
    app: '0.1.0',
    overwrite: false,
    now: new Date(NOW),
    key: TEST_KEY,
  });
  return file;
}

export interface Place {
  readonly databaseUrl: string | undefined;
  readonly dataDir: string;
}

export type PlaceKind = 'external' | 'embedded';

/**
 * Returns a new data folder and an empty database: in the test cluster, or embedded in the folder.
 */
export async function emptyPlace(kind: PlaceKind = 'external'): Promise<Place> {
  const dataDir = join(temporaryFolder(), 'data');
  if (kind === 'embedded') return { databaseUrl: undefined, dataDir };
  const { databaseUrl, close } = await freshDatabase({ empty: true });
  await close();
  await isLeft(databaseUrl!);
  return { databaseUrl, dataDir };
}

/**
 * Waits until the database server has noticed the closed connections, because a restore checks for
 * open ones.
 */
async function isLeft(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const ask = `select from pg_stat_activity
    where datname = current_database() and application_name = 'busbar'`;
  while ((await client.query(ask)).rowCount !== 0) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await client.end();
}

export function restoreTo(place: Place, file: string, more: Partial<RestoreOptions> = {}) {
  return restoreBackup({
    ...place,
    file,
    unsafeDatabase: false,
    replace: false,
    foreign: false,
    key: TEST_KEY,
    now: new Date(NOW),
    log: testLog,
    ...more,
  });
}

export async function within<T>(
  place: Place,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const { databaseUrl, dataDir } = place;
  const database = await openDatabase({
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
    dataDir,
    unsafeDatabase: false,
    log: testLog,
  });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
