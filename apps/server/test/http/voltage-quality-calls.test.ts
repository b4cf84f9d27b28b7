/** Voltage quality over HTTP: a week of 10-minute means against EN 50160. */
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { describeWithDatabase } from '../support/databases.ts';
import { createTenant } from '../support/factories/tenant.ts';
import { buildTenantDevice } from '../support/factories/tenant-device.ts';
import { fixture } from '../support/fixture.ts';
import { httpClient } from '../support/http-client.ts';
import { startServer, TEST_NOW } from '../support/start-server.ts';

const DAY_MS = 86_400_000;
/** 2026-11-18 00:00:00 in Shanghai. */
const START = Date.UTC(2026, 10, 17, 16);

describeWithDatabase('history calls', (database) => {
  const server = fixture(() => startServer(database, { env: { ROLES: 'api' } }));
  const own = fixture(() => createTenant(database, { label: 'own', now: TEST_NOW }));
  const foreign = fixture(() => createTenant(database, { label: 'foreign', now: TEST_NOW }));
  const admin = fixture(async () => httpClient(server.app, { token: own.users.admin.token }));

  describe('voltage against EN 50160', () => {
    const QUALITY = '/api/v2/voltage-quality';
    /** A device whose readings of phases A and B are used only by this test. */
    const validated = fixture(() => buildTenantDevice(database, own));

    beforeAll(async () => {
      // There are two readings per ten minutes; phase A is low for eight hours of the first day,
      // phase B is measured half the week.
      await sql`insert into measurement (customer_id, device_id, ts, content_hash, voltage_a_v, voltage_b_v)
        select ${own.customerId}, ${validated.deviceId},
          ${new Date(START - 7 * DAY_MS)}::timestamptz + n * interval '5 minutes', n,
          case when n < 96 then 205 + n % 2 else 230 end, case when n < 1008 then 231 end
        from generate_series(0, 2015) n`.execute(database.db);
    });
    const quality = async (more = '') =>
      (await admin.get(`${QUALITY}?device_code=${validated.deviceCode}${more}`)).body;

    it('counts the 10-minute means of a week, and evaluates a phase with enough measurements', async () => {
      const { data } = await quality('&start=2026-11-11');
      expect(data).toMatchObject({
        device_code: validated.deviceCode,
        first_day: '2026-11-11',
        start: START - 7 * DAY_MS,
        end: START,
        nominal: 230,
        interval_s: 600,
        readings: 2016,
      });
      // 48 of 1008 means are 4.8 %.
      expect(data.phases[0]).toEqual({
        phase: 'A',
        verdict: 'met',
        intervals: 1008,
        known: 1008,
        interrupted: 0,
        within: 960,
        below: 48,
        above: 0,
        far_below: 0,
        share: 960 / 1008,
        lowest: 205.5,
        highest: 230,
      });
      expect(data.phases[1]).toMatchObject({ phase: 'B', verdict: 'too-few', known: 504 });
      expect(data.phases).toHaveLength(2);
      expect(data.means).toHaveLength(1008);
      expect(data.means[0]).toEqual({ ts: data.start, readings: 2, volPa: 205.5, volPb: 231 });
      expect(data.means[1007]).toEqual({ ts: data.end - 600_000, readings: 2, volPa: 230 });
    });

    it('defaults to the last seven whole days, and accepts another nominal voltage', async () => {
      // Today is the 20th in Shanghai: three of the days before it contain readings.
      const { data } = await quality('&nominal=120');
      expect([data.first_day, data.nominal]).toEqual(['2026-11-13', 120]);
      expect(data.phases[0]).toMatchObject({ verdict: 'too-few', known: 720, above: 720 });
    });

    it('rejects an invalid day, an invalid voltage and a device of another customer', async () => {
      expect(await quality('&start=2026-02-30')).toMatchObject({ reason: 'range-invalid' });
      expect(await quality('&nominal=5')).toMatchObject({ code: 400, field: 'nominal' });
      const asked = await admin.get(`${QUALITY}?device_code=${foreign.deviceCode}`);
      expect(asked.body).toMatchObject({ reason: 'not-found' });
    });
  });
});
