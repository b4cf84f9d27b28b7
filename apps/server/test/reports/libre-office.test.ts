/**
 * The report of readings opened by a third-party spreadsheet program: its cells equal the database
 * for all quantities. Skipped if LibreOffice is not installed.
 */
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { measurementColumns } from '../../src/storage/reading-columns.ts';
import { sharedDatabase } from '../support/databases.ts';
import { fixture } from '../support/fixture.ts';
import { TEST_NOW } from '../support/start-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { type OfficeCell, type OfficeSheet, officeIsPresent, openFiles } from './office.ts';
import { reportFile, reportFixture } from './report-fixture.ts';

const DAY_MS = 86_400_000;
const NAMES = ['=1+1', 'Pump, "north"\nhall', 'محطة الضخ'] as const;

describe.skipIf(!officeIsPresent)('LibreOffice', () => {
  const database = fixture(sharedDatabase);
  const { server, own, client } = reportFixture(database);
  let opened: ReadonlyMap<string, readonly OfficeSheet[]>;
  let stored: (string | null)[][];

  beforeAll(async () => {
    const { rows: devices } = await sql<{ id: number }>`select device_id as id from device
      where customer_id = ${own.customerId} and deleted_at is null`.execute(database.db);
    for (const [i, { id: deviceId }] of devices.entries()) {
      const name = NAMES[i % NAMES.length];
      await sql`update device set name = ${name} where device_id = ${deviceId}`.execute(
        database.db,
      );
      // Different numbers for each quantity, with occasional nulls.
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
    const [start, end] = [TEST_NOW - 2 * DAY_MS, TEST_NOW + DAY_MS];
    const files = new Map<string, Uint8Array>();
    for (const format of ['csv', 'xlsx'] as const) {
      const question = { type: 'parameter', format, start, end };
      files.set(`readings.${format}`, await reportFile(server, client, question));
    }
    opened = openFiles(join(temporaryFolder(), 'office'), files);
  });

  /** Returns the rows with time, name, code, and every quantity in the order of the table. */
  function rowsBelowHead(sheet: OfficeSheet | undefined): (readonly OfficeCell[])[] {
    const rows = sheet?.rows ?? [];
    const head = rows.findIndex((row) => row[0] === 'Time');
    expect(rows[head]).toHaveLength(3 + measurementColumns.length);
    return rows.slice(head + 1);
  }

  const expected = (nameOf: (name: string) => string) =>
    stored.map(([at, name, code, ...numbers]) => {
      const last = numbers.findLastIndex((text) => text !== null);
      const shown = numbers.slice(0, last + 1);
      return [
        { moment: at!.replace(' ', 'T') },
        nameOf(name!),
        code,
        ...shown.map((text) => (text === null ? null : Number(text))),
      ];
    });

  it('reads an XLSX report with the values of the database, formulas as plain text', () => {
    const rows = rowsBelowHead(opened.get('readings.xlsx')?.[1]);
    expect(stored.length).toBeGreaterThanOrEqual(200);
    expect(rows).toEqual(expected((name) => name));
  });

  it('reads a CSV report with the values of the database, formulas with their apostrophe', () => {
    const rows = rowsBelowHead(opened.get('readings.csv')?.[0]);
    expect(rows).toEqual(expected((name) => (name === '=1+1' ? "'=1+1" : name)));
  });
});
