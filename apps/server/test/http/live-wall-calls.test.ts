/** Live wall layouts of each user, and the initial readings of their charts. */
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { describeWithDatabase } from '../support/databases.ts';
import { createTenant } from '../support/factories/tenant.ts';
import { buildTenantDevice } from '../support/factories/tenant-device.ts';
import { fixture } from '../support/fixture.ts';
import { type HttpClient, httpClient } from '../support/http-client.ts';
import { startServer, TEST_NOW } from '../support/start-server.ts';

const LAYOUTS = '/api/v2/wall-layouts';
const READINGS = '/api/v2/wall-readings';

describeWithDatabase('the live wall', (database) => {
  const server = fixture(() => startServer(database, { env: { ROLES: 'api' } }));
  const own = fixture(() => createTenant(database, { label: 'own', now: TEST_NOW }));
  const foreign = fixture(() => createTenant(database, { label: 'foreign', now: TEST_NOW }));
  const device = fixture(() => buildTenantDevice(database, own));
  const other = fixture(() => buildTenantDevice(database, foreign));
  const viewer = fixture(async () => httpClient(server.app, { token: own.users.viewer.token }));
  const admin = fixture(async () => httpClient(server.app, { token: own.users.admin.token }));

  beforeAll(async () => {
    // One reading every ten seconds for the last twenty minutes.
    for (const [tenant, { deviceId }] of [
      [own, device],
      [foreign, other],
    ] as const) {
      await sql`insert into measurement (customer_id, device_id, ts, content_hash, voltage_a_v)
        select ${tenant.customerId}, ${deviceId},
          ${new Date(TEST_NOW)}::timestamptz - n * interval '10 seconds', n, 230 + n
        from generate_series(0, 119) n`.execute(database.db);
    }
  });

  const cell = (part: object = {}) => ({
    device_code: device.deviceCode,
    quantity: 'volPa',
    low: 207,
    high: 253,
    ...part,
  });
  const layoutsOf = async (client: HttpClient) =>
    ((await client.get(LAYOUTS)).body as { data: { list: Saved[] } }).data.list;
  const save = async (
    client: HttpClient,
    name: string,
    instead: Saved | null,
    cells = [cell()],
  ) => {
    const before = instead && { name: instead.name, changed_at: instead.changed_at };
    return (await client.put(LAYOUTS, { name, cells, instead_of: before })).body;
  };

  describe('layouts', () => {
    it('are stored per user, and a save replaces the version that was loaded', async () => {
      expect(await save(viewer, 'Feeders', null)).toMatchObject({ code: 0 });
      const [first] = await layoutsOf(viewer);
      const cells = [cell({ low: null }), cell({ quantity: 'insP' })];
      expect(await save(viewer, 'Feeders', first!, cells)).toMatchObject({ code: 0 });
      expect(await layoutsOf(viewer)).toMatchObject([{ name: 'Feeders', cells }]);
      expect(await layoutsOf(admin)).toEqual([]);
    });

    it('are renamed without leaving anything under the old name', async () => {
      const [before] = await layoutsOf(viewer);
      expect(await save(viewer, 'Pumps', before!)).toMatchObject({ code: 0 });
      expect(await layoutsOf(viewer)).toMatchObject([{ name: 'Pumps', cells: [cell()] }]);
    });

    it('do not overwrite one another, neither by name nor from a second window', async () => {
      expect(await save(viewer, 'Pumps', null, [])).toMatchObject({ reason: 'wall-name-taken' });
      const [seen] = await layoutsOf(viewer);
      const both = await Promise.all([
        save(viewer, 'Pumps', seen!, [cell({ low: 1 })]),
        save(viewer, 'Pumps', seen!, [cell({ low: 2 })]),
      ]);
      expect(both.map((body) => (body as { reason?: string }).reason).sort()).toEqual([
        'wall-changed',
        undefined,
      ]);
      const won = both.findIndex((body) => (body as { code: number }).code === 0) + 1;
      const [kept] = await layoutsOf(viewer);
      expect(kept).toMatchObject({ cells: [{ low: won }] });
      expect(both[won - 1]).toMatchObject({ data: { changed_at: kept!.changed_at } });
      await viewer.delete(`${LAYOUTS}?name=Pumps`);
      expect(await save(viewer, 'Pumps', kept!)).toMatchObject({ reason: 'wall-changed' });
      expect(await layoutsOf(viewer)).toEqual([]);
    });

    it.each([
      ['a blank name', '  ', [{}], 'info-required'],
      ['crossed limits', 'A', [{ low: 253, high: 207 }], 'invalid-request'],
      ['a duplicate cell', 'A', [{}, {}], 'invalid-request'],
    ])('are rejected with %s', async (_case, name, parts, reason) => {
      expect(await save(admin, name, null, parts.map(cell))).toMatchObject({ reason });
      expect(await layoutsOf(admin)).toEqual([]);
    });

    it('are limited to fifty, and an existing one can still be saved or deleted at the limit', async () => {
      for (let i = 0; i < 50; i++) {
        expect(await save(admin, `W${i}`, null, [])).toMatchObject({ code: 0 });
      }
      expect(await save(admin, 'One more', null)).toMatchObject({ reason: 'quota-exceeded' });
      const seventh = (await layoutsOf(admin)).find(({ name }) => name === 'W7');
      expect(await save(admin, 'W7', seventh!)).toMatchObject({ code: 0 });
      expect((await admin.delete(`${LAYOUTS}?name=W7`)).body).toMatchObject({ code: 0 });
      expect((await admin.delete(`${LAYOUTS}?name=W7`)).body).toMatchObject({
        reason: 'not-found',
      });
      expect(await layoutsOf(admin)).toHaveLength(49);
      expect(await layoutsOf(viewer)).toEqual([]);
    });
  });

  describe('readings', () => {
    it('contain the last reading of each half minute and the newest one, oldest first', async () => {
      const { body } = await viewer.post(READINGS, {
        device_codes: [device.deviceCode, other.deviceCode],
        quantities: ['volPa', 'insP'],
      });
      const { list } = (body as { data: { list: { device_code: string; readings: Reading[] }[] } })
        .data;
      expect(list.map(({ device_code: code }) => code)).toEqual([device.deviceCode]);
      const readings = list[0]!.readings;
      expect(readings.at(-1)).toEqual({ ts: TEST_NOW, values: { volPa: 230 } });
      expect(readings.every(({ ts }, i) => i === 0 || ts > readings[i - 1]!.ts)).toBe(true);
      expect(readings[0]!.ts).toBeGreaterThan(TEST_NOW - 15 * 60_000);
      expect(readings.length).toBeGreaterThanOrEqual(30);
      expect(readings.length).toBeLessThanOrEqual(31);
    });

    it('contain only the last reading of an offline device', async () => {
      const silent = await buildTenantDevice(database, own);
      const ts = TEST_NOW - 3 * 86_400_000;
      await sql`insert into measurement (customer_id, device_id, ts, content_hash, voltage_a_v)
        values (${own.customerId}, ${silent.deviceId}, ${new Date(ts)}::timestamptz, 1, 229)`.execute(
        database.db,
      );
      const { body } = await viewer.post(READINGS, {
        device_codes: [silent.deviceCode],
        quantities: ['volPa'],
      });
      expect(body).toMatchObject({
        data: {
          list: [
            {
              device_code: silent.deviceCode,
              interval_s: 60,
              readings: [{ ts, values: { volPa: 229 } }],
            },
          ],
        },
      });
    });
  });
});

interface Saved {
  readonly name: string;
  readonly cells: readonly object[];
  readonly changed_at: number;
}

interface Reading {
  readonly ts: number;
  readonly values: Readonly<Record<string, number>>;
}
