/**
 * Reports opened by a spreadsheet program that is not ours: LibreOffice turns them into its own CSV,
 * and that equals the database. Left out where it is not installed.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startReports } from '../../src/modules/reports/report-worker.ts';
import { measurementColumns } from '../../src/storage/reading-columns.ts';
import { presentEngines, sharedDatabase } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { type HttpClient, httpClient } from '../support/http-client.ts';
import { startServer, TEST_NOW, type TestServer } from '../support/start-server.ts';
import { createTenant, type Tenant } from '../support/world.ts';
import { readCsv } from './read-files.ts';

const SOFFICE = ['/usr/bin/soffice', '/usr/bin/libreoffice'].find(existsSync);
if (SOFFICE === undefined) {
  console.log('LibreOffice is not installed: its reading of reports is left out');
}

const DAY_MS = 86_400_000;
const NAMES = ['=1+1', 'Pump, "north"\nhall', 'محطة الضخ'] as const;
/** Comma, quote, UTF-8, cells as they are shown; the last one is the sheet. */
const asCsv = (sheet: number) =>
  `csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,${sheet}`;
/** Of a CSV file the first column is text: a time in it is to be compared letter for letter. */
const FROM_CSV = 'CSV:44,34,76,1,1/2';

describe.skipIf(SOFFICE === undefined)('LibreOffice', () => {
  let server: TestServer;
  let own: Tenant;
  let client: HttpClient;
  let folder: string;
  let stored: (string | null)[][];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'busbar-office-'));
    server = await startServer(await sharedDatabase(presentEngines()[0]!), {
      env: { ROLES: 'api' },
    });
    const { database } = server.parts.context;
    own = await createTenant(database, { label: 'own', now: TEST_NOW });
    client = httpClient(server.app);
    client.token = own.users.operator.token;
    const { rows: devices } = await sql<{ id: number }>`select device_id as id from device
      where customer_id = ${own.customerId} and deleted_at is null`.execute(database.db);
    for (const [i, { id: deviceId }] of devices.entries()) {
      const name = NAMES[i % NAMES.length];
      await sql`update device set name = ${name} where device_id = ${deviceId}`.execute(
        database.db,
      );
      // Each quantity its own numbers, and now and then none.
      const values = measurementColumns.map((_, i) =>
        sql.raw(`case when (n + ${i}) % 3 > 0 then (${i * 7 - 40} - n * 0.001)::real end`),
      );
      await sql`insert into measurement (customer_id, device_id, ts, content_hash,
          ${sql.join(measurementColumns.map((name) => sql.ref(name)))})
        select ${own.customerId}, ${deviceId}, ${new Date(TEST_NOW - DAY_MS)}::timestamptz + n * interval '7 minutes', n,
          ${sql.join(values)}
        from generate_series(0, 199) n`.execute(database.db);
    }
    const { rows } = await sql<{ cells: (string | null)[] }>`
      select array[to_char(m.ts at time zone z.iana_name, 'YYYY-MM-DD HH24:MI:SS'), d.name,
        d.device_code, ${sql.join(measurementColumns.map((name) => sql`${sql.ref(`m.${name}`)}::text`))}] as cells
      from measurement m join device d using (customer_id, device_id)
      join customer c using (customer_id) join zone z on z.zone_id = c.zone_id
      where customer_id = ${own.customerId}
      order by d.name collate "C", d.device_id, m.ts desc`.execute(database.db);
    stored = rows.map(({ cells }) => cells);
  });
  afterAll(async () => {
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function reportFile(format: 'csv' | 'xlsx'): Promise<string> {
    const days = `start=${TEST_NOW - 2 * DAY_MS}&end=${TEST_NOW + DAY_MS}`;
    const asked = await client.get(`/api/v2/report?type=parameter&${days}&format=${format}`);
    const about = async () =>
      (await client.get(`/api/v2/report?task_id=${asked.body.data.task_id}`)).body.data;
    const stop = await startReports(server.parts.context);
    await eventually(async () => (await about()).state).toBe('done');
    await stop();
    const answer = await server.app.inject({
      method: 'GET',
      url: (await about()).url,
      headers: { authorization: client.token! },
    });
    const file = join(folder, `report.${format}`);
    writeFileSync(file, answer.rawPayload);
    return file;
  }

  /** As its own CSV, with a profile of its own. */
  function opened(file: string, sheet: number): string[][] {
    const out = mkdtempSync(join(folder, 'out-'));
    const from = file.endsWith('.csv') ? [`--infilter=${FROM_CSV}`] : [];
    const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
    execFileSync(
      SOFFICE!,
      [profile, '--headless', ...from, '--convert-to', asCsv(sheet), '--outdir', out, file],
      // What it says of a missing Java is nothing to us.
      { stdio: 'pipe' },
    );
    const [name] = readdirSync(out);
    const text = readFileSync(join(out, name!), 'utf8').replaceAll(/\r?\n/g, '\r\n');
    return readCsv(Buffer.from(`\ufeff${text.replace(/^\ufeff/, '')}`));
  }

  /** Time, name, code, every quantity in the order of the table; numbers as numbers. */
  function chosen(rows: string[][]): (string | number | null)[][] {
    const head = rows.findIndex((row) => row[0] === 'Time');
    expect(rows[head]).toHaveLength(3 + measurementColumns.length);
    return rows
      .slice(head + 1)
      .map((row) => [
        ...row.slice(0, 3),
        ...row.slice(3).map((text) => (text === '' ? null : Number(text))),
      ]);
  }

  const expected = (nameOf: (name: string) => string) =>
    stored.map(([at, name, code, ...numbers]) => [
      at,
      nameOf(name!).replaceAll('\n', '\r\n'),
      code,
      ...numbers.map((text) => (text === null ? null : Number(text))),
    ]);

  it('reads an XLSX report as the database has it, formulas as the text they are', async () => {
    const rows = opened(await reportFile('xlsx'), 2);
    expect(stored.length).toBeGreaterThanOrEqual(200);
    expect(chosen(rows)).toEqual(expected((name) => name));
  });

  it('reads a CSV report as the database has it, formulas with their apostrophe', async () => {
    const rows = opened(await reportFile('csv'), 1);
    expect(chosen(rows)).toEqual(expected((name) => (name === '=1+1' ? "'=1+1" : name)));
  });
});
