/**
 * A migration that fails while a server runs (docs/adr/0063): the program that starts exits with
 * one sentence, the tables are as before, the running server continues, and a corrected program
 * starts.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { seededRandom } from '@busbar/domain/demand/seeded-noise';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../../src/storage/migrate.ts';
import { schemaText } from '../../../src/storage/schema/schema-text.ts';
import { IMPATIENT, plantedFolder } from '../../storage/migrating/planted-folder.ts';
import { freshDatabase, openTestDatabase } from '../../support/databases.ts';
import { eventually } from '../../support/eventually.ts';
import { fixture } from '../../support/fixture.ts';
import { pollUntil } from '../../support/programs/poll-until.ts';
import { programWithMigrations } from '../../support/programs/server-program.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { TEST_SECRETS_KEY } from '../../support/test-context.ts';
import { type ServerProcess, serverProcess } from '../command-rig.ts';
import { checkReadings } from '../readings/check-readings.ts';
import { ReadingDevice } from '../readings/reading-device.ts';
import { readStoredReadings, registerReadingDevices } from '../readings/reading-load.ts';
import { plantedMigrations } from './planted-migrations.ts';

const HINT = 'Processes that run continue; start the former version again, or correct the cause.';

describe('a migration that fails while a server runs', () => {
  const database = fixture(() => freshDatabase());
  const readers: ReadingDevice[] = [];
  let server: ServerProcess;
  let corrected: ServerProcess | undefined;
  beforeAll(async () => {
    server = await serverProcess(database.databaseUrl, { DEVICE_RATE: '100000' });
    await server.start();
    const random = seededRandom(5);
    for (const device of await registerReadingDevices(database, 3)) {
      readers.push(new ReadingDevice(device, server.mqttPort, random));
    }
    for (const reader of readers) reader.connect();
    await serves();
  });
  afterAll(async () => {
    for (const reader of readers) reader.stop();
    await corrected?.dispose();
    await server?.dispose();
  });

  /** Resolves when every device had a reading acknowledged and the server reports that it is ready. */
  async function serves(): Promise<void> {
    const before = readers.map(({ acknowledged }) => acknowledged);
    await pollUntil(
      () => readers.every(({ acknowledged }, index) => acknowledged > before[index]!),
      (all) => all,
      60_000,
    );
    const { status } = await fetch(`${server.url}/health/ready`);
    expect(status).toBe(200);
  }

  /** Starts a program that is expected to end, and returns what it prints as its error. */
  async function failedStart(migration: string) {
    const migrations = plantedMigrations([migration]);
    const child = spawn(process.execPath, [await programWithMigrations(migrations)], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: {
        PATH: process.env.PATH,
        DATABASE_URL: database.databaseUrl,
        DATA_DIR: temporaryFolder(),
        SECRETS_KEY: TEST_SECRETS_KEY,
        HOST: '127.0.0.1',
        PORT: '0',
        MQTT_PORT: '0',
      },
    });
    const [output, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    return { code, output: output.trim(), name: Object.keys(migrations)[0] };
  }

  it.each([
    [
      'of an error halfway',
      'create table half (id integer); alter table device add column planted integer; select 1 / 0;',
      'division by zero',
    ],
    [
      'of values that are not unique',
      '--! no-transaction\ncreate unique index concurrently planted on device (customer_id, kind);',
      'could not create unique index "planted"',
    ],
  ])(
    'because %s ends its own start only and changes nothing',
    async (_title, migration, reason) => {
      const before = await schemaText(database.db);
      const { code, output, name } = await failedStart(migration);
      expect({ code, output }).toEqual({
        code: 1,
        output: `Migration ${name} failed and changed nothing: ${reason}. ${HINT}`,
      });
      expect(await schemaText(database.db)).toBe(before);
      await serves();
    },
  );

  it('because a lock is never available ends its own start only and changes nothing', async () => {
    const before = await schemaText(database.db);
    const { folder, write } = plantedFolder();
    write(1, 'create table half (id integer); alter table zone add column planted integer;');
    const other = await openTestDatabase(database.databaseUrl);
    await other.transaction(async (trx) => {
      await sql`lock table zone in access share mode`.execute(trx);
      await expect(migrate(database, folder, { patience: IMPATIENT })).rejects.toThrow(
        'in 2 attempts of 0.1 s and changed nothing',
      );
    });
    expect(await schemaText(database.db)).toBe(before);
    await serves();
  });

  it('because its process is killed ends with it and changes nothing', async () => {
    const before = await schemaText(database.db);
    const program = await programWithMigrations(
      plantedMigrations(['create table half (id integer); select pg_sleep(36000);']),
    );
    const killed = await serverProcess(database.databaseUrl, {}, async () => program);
    const started = killed.start().catch((error: unknown) => error);
    const sleeping = async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event = 'PgSleep'`.execute(database.db);
      return rows.length;
    };
    await eventually(sleeping, 60_000).toBe(1);
    await serves();
    await killed.kill('SIGKILL');
    expect(await started).toBeInstanceOf(Error);
    await eventually(sleeping, 60_000).toBe(0);
    expect(await schemaText(database.db)).toBe(before);
    await serves();
  });

  it('runs when it is corrected, beside the running server', async () => {
    const program = await programWithMigrations(
      plantedMigrations([
        'create table half (id integer primary key); alter table device add column planted integer;',
        '--! no-transaction\ncreate index concurrently planted on device (customer_id, kind);',
      ]),
    );
    corrected = await serverProcess(database.databaseUrl, {}, async () => program);
    await corrected.start();
    expect((await fetch(`${corrected.url}/health/ready`)).status).toBe(200);
    await serves();
    for (const reader of readers) reader.finish();
    await pollUntil(
      () => readers.every(({ isDone }) => isDone),
      (all) => all,
      60_000,
    );
    const { counting, keptBeside } = await readStoredReadings(database);
    const sent = readers.flatMap(({ ledger }) => ledger);
    expect(checkReadings(sent, counting, keptBeside)).toEqual({
      lost: [],
      doubled: [],
      invented: [],
      miscounted: [],
    });
  });
});
