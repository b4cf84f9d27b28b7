/** Workbooks over HTTP: a completed template that is accepted, and the maximum number of rows. */
import { MAX_IMPORT_ROWS } from '@busbar/domain/device-import/import-limits';
import { expect, it } from 'vitest';
import { describeWithDatabase } from '../support/databases.ts';
import { buildClient } from '../support/factories/client.ts';
import { buildCustomer } from '../support/factories/customer.ts';
import { freshCode } from '../support/factories/device.ts';
import { fixture } from '../support/fixture.ts';
import { startServer } from '../support/start-server.ts';
import { filled, HEAD, inside, workbook } from './import-files.ts';

const CALLS = '/api/v2/device-import';

describeWithDatabase('importing a workbook', (database) => {
  const server = fixture(() => startServer(database, { env: { ROLES: 'api' } }));
  const customer = fixture(() => buildCustomer(server.parts.context));
  const operator = fixture(() => buildClient(server, customer));

  async function accepted(content: string) {
    const { body } = await operator.post(CALLS, { content });
    const preview = body.data;
    expect(preview).toMatchObject({ format: 'xlsx', problem_count: 0, problems: [] });
    const { import_id } = preview;
    const { data } = (await operator.post(`${CALLS}/accept`, { import_id })).body;
    const secrets = (await operator.post(`${CALLS}/secrets`, { import_id, language: 'en' })).body;
    const text = Buffer.from(secrets.data.content, 'base64').toString('utf8');
    const codes = text
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',')[0]);
    return { preview, data, codes };
  }

  it.each(['zh', 'en', 'ar', 'fr', 'ru', 'es'])(
    'registers the device of the completed template in %s',
    async (language) => {
      const made = await operator.get(`${CALLS}/template?format=xlsx&language=${language}`);
      const { file_name: name, content } = made.body.data;
      const code = freshCode('XLSX');
      const bytes = filled({ name, bytes: Buffer.from(content, 'base64') }, code);
      const { preview, data, codes } = await accepted(inside(bytes));
      expect(preview).toMatchObject({ rows: 1, good: 1, examples: 0, passed_over: [] });
      expect(data).toEqual({ registered: 1, repeated: false });
      expect(codes).toEqual([code]);
      const device = await database.db
        .selectFrom('device')
        .selectAll()
        .where('device_code', '=', code)
        .executeTakeFirstOrThrow();
      expect(device).toMatchObject({
        customer_id: customer.customerId,
        group_id: customer.groupId,
        rate_id: customer.rateId,
        kind: 'main',
        longitude: 121.4737,
        latitude: 31.2304,
      });
    },
  );

  it('accepts the maximum number of rows, and not one more', async () => {
    const codes = Array.from({ length: MAX_IMPORT_ROWS }, () => freshCode('FULL'));
    const rows = codes.map((code, i) => [code, `Meter ${i}`, 'MT61']);
    const more = workbook([[HEAD, ...rows, [freshCode('FULL'), 'One more', 'MT61']]]);
    expect((await operator.post(CALLS, { content: inside(more) })).body).toMatchObject({
      reason: 'import-too-many-rows',
    });
    const { preview, data, codes: told } = await accepted(inside(workbook([[HEAD, ...rows]])));
    expect(preview).toMatchObject({ rows: MAX_IMPORT_ROWS, good: MAX_IMPORT_ROWS });
    expect(data).toEqual({ registered: MAX_IMPORT_ROWS, repeated: false });
    expect(told).toEqual(codes);
    const { count } = await database.db
      .selectFrom('device')
      .select((of) => of.fn.countAll<number>().as('count'))
      .where('customer_id', '=', customer.customerId)
      .where('device_code', 'like', 'FULL%')
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(MAX_IMPORT_ROWS);
  }, 120_000);
});
