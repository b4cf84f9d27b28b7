/**
 * The other files of the server, opened by a third-party spreadsheet program: the audit trail, the
 * template of an import and the secrets of an import equal the database. Skipped if LibreOffice is
 * not installed.
 */
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { sealEntries } from '../../src/areas/identity/audit/seal-entries.ts';
import { sha256 } from '../../src/areas/shared/secrets/session-secret.ts';
import { csv, HEAD } from '../device-import/import-files.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { createTenant } from '../support/factories/tenant.ts';
import { fixture } from '../support/fixture.ts';
import { type HttpClient, httpClient } from '../support/http-client.ts';
import { startServer, TEST_NOW } from '../support/start-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { type OfficeCell, type OfficeSheet, officeIsPresent, openFiles } from './office.ts';
import { asOpened, type StoredCell } from './office-expected.ts';

/**
 * Codes and names, some of which a spreadsheet program would evaluate; a CSV has an apostrophe
 * before those.
 */
const IMPORTED: readonly (readonly [code: string, name: string])[] = [
  ['0000000000000017', '=1+1; "north"'],
  ['86004305123456789012', 'محطة الضخ، 3'],
  ['1234567890E5', '-12.5 kW'],
  ['2026-11-20-11', '1/2'],
  ['PUMP-0000001', '泵站 “1 号”'],
];
const GROUP = '+Nord; "A", 1';
const RATE = '12:30';

describe.skipIf(!officeIsPresent)('LibreOffice', () => {
  describeWithDatabase('opens', (database) => {
    const server = fixture(() => startServer(database, { env: { ROLES: 'api' } }));
    const own = fixture(() => createTenant(database, { label: 'own', now: TEST_NOW }));
    let opened: ReadonlyMap<string, readonly OfficeSheet[]>;

    beforeAll(async () => {
      await setDifficultNames();
      const client = (token: string): HttpClient => httpClient(server.app, { token });
      const admin = client(own.users.admin.token);
      const files = new Map<string, Uint8Array>();
      for (const format of ['csv', 'xlsx']) {
        const path = `/api/v2/device-import/template?format=${format}&language=ar`;
        files.set(`template.${format}`, bytesOf(await admin.get(path)));
      }
      const rows = IMPORTED.map(([code, name]) => [code, name, 'MT61']);
      const preview = await admin.post('/api/v2/device-import', { content: csv([HEAD, ...rows]) });
      const { import_id } = preview.body.data;
      await admin.post('/api/v2/device-import/accept', { import_id });
      const question = { import_id, language: 'en' };
      files.set(
        'secrets.csv',
        bytesOf(await admin.post('/api/v2/device-import/secrets', question)),
      );
      await buildEntries();
      const trail = await server.app.inject({
        method: 'GET',
        url: '/api/v2/audit/export?module=Energy&language=en',
        headers: { authorization: own.users.auditor.token },
      });
      files.set('audit.csv', trail.rawPayload);
      opened = openFiles(join(temporaryFolder(), 'office'), files);
    }, 120_000);

    async function setDifficultNames(): Promise<void> {
      await sql`update user_group set name = ${GROUP}
        where customer_id = ${own.customerId} and group_id = ${own.groupId}`.execute(database.db);
      await sql`update rate set name = ${RATE}
        where customer_id = ${own.customerId} and rate_id = ${own.rateId}`.execute(database.db);
      await sql`update device set name = '@SUM(A1); x' where customer_id = ${own.customerId}
        and device_id = ${own.deviceId}`.execute(database.db);
    }

    /** Entries of users and programs, with fractions of seconds, and addresses of both families. */
    async function buildEntries(): Promise<void> {
      await sql`insert into audit_entry (customer_id, logged_at, group_id, user_name, device_id,
          device_code, module, command, status, detail, client_address)
        select ${own.customerId}::integer, ${new Date(TEST_NOW)}::timestamptz - n * interval '7.777 seconds',
          ${own.groupId}::integer, (array['=cmd|x', '-Smith; A', 'محمد', '0042'])[1 + n % 4],
          case when n % 2 = 0 then ${own.deviceId}::integer end,
          case when n % 2 = 0 then '0000000000042' else '' end, 'Energy',
          (array['+1 step', 'close', 'May 5'])[1 + n % 3], 'done',
          jsonb_build_object('n', -n, 'why', '=1; "so", ' || n, 'session', '0701e7'),
          (array['::1', '192.0.2.9', '2001:db8::17', ''])[1 + n % 4]
        from generate_series(1, 40) n`.execute(database.db);
      await sealEntries({ database });
    }

    function bytesOf({ body }: { body: { data?: { content: string } } }): Uint8Array {
      return Buffer.from(body.data!.content, 'base64');
    }

    it('the audit trail with the values of the database', async () => {
      const { rows } = await sql<{ cells: StoredCell[]; detail: Record<string, unknown> }>`
        select json_build_array(s.seq, json_build_object('time',
            to_char(e.logged_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS')),
          e.user_name, e.client_address, '0701e7', e.module, e.command, e.status, e.status,
          e.device_code, case when e.device_id is null then '' else d.name end, '') as cells,
          e.detail - 'session' as detail
        from audit_entry e
        join audit_seal s using (customer_id, audit_entry_id)
        left join device d on d.customer_id = e.customer_id and d.device_id = e.device_id
        where e.customer_id = ${own.customerId} and e.module = 'Energy'
        order by e.logged_at desc, e.audit_entry_id desc`.execute(database.db);
      const [head, ...shown] = opened.get('audit.csv')![0]!.rows;
      expect(head).toHaveLength(13);
      const cells = shown.map((row) => [...row.slice(0, 12)]);
      expect(cells.map(withoutEnd)).toEqual(
        asOpened(
          rows.map((row) => row.cells),
          'csv',
        ),
      );
      expect(shown.map((row) => JSON.parse(String(row[12])))).toEqual(
        rows.map(({ detail }) => detail),
      );
      expect(shown).toHaveLength(40);
    });

    it.each(['csv', 'xlsx'] as const)('the import template as %s with real names', (format) => {
      const sheet = opened.get(`template.${format}`)![format === 'csv' ? 0 : 1]!;
      const [head, ...rows] = sheet.rows;
      expect(head).toHaveLength(8);
      expect(rows).toHaveLength(1);
      const [code, , type, group, rate, , longitude, latitude] = rows[0]!;
      expect([code, type, group, rate, Number(longitude), Number(latitude)]).toEqual([
        'EXAMPLE-000001',
        'MT61',
        format === 'csv' ? `'${GROUP}` : GROUP,
        RATE,
        121.4737,
        31.2304,
      ]);
      if (format === 'xlsx') expect(sheet.rightToLeft).toBe(true);
    });

    it('the secrets of an import as registered', async () => {
      const [head, ...rows] = opened.get('secrets.csv')![0]!.rows;
      expect(head).toHaveLength(3);
      expect(rows.map(([code, name]) => [code, name])).toEqual(asOpened(IMPORTED, 'csv'));
      for (const [code, , secret] of rows) {
        const { hash } = await database.db
          .selectFrom('device')
          .select('secret_hash as hash')
          .where('device_code', '=', String(code))
          .executeTakeFirstOrThrow();
        expect(hash?.equals(sha256(String(secret)))).toBe(true);
      }
    });
  });
});

function withoutEnd(row: readonly OfficeCell[]): readonly OfficeCell[] {
  return row.slice(0, row.findLastIndex((cell) => cell !== null) + 1);
}
