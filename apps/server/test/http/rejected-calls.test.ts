/**
 * Rejected messages over HTTP (docs/decisions.md 23): the users who may read them and the customers
 * they belong to.
 */
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { describeWithDatabase } from '../support/databases.ts';
import { createTenant } from '../support/factories/tenant.ts';
import { buildTenantDevice } from '../support/factories/tenant-device.ts';
import { fixture } from '../support/fixture.ts';
import { httpClient } from '../support/http-client.ts';
import { startServer, TEST_NOW } from '../support/start-server.ts';

const encodingOf = (message: { payload_encoding: string }) =>
  message.payload_encoding === 'base64' ? 'base64' : 'utf8';

describeWithDatabase('history calls', (database) => {
  const server = fixture(() => startServer(database, { env: { ROLES: 'api' } }));
  const own = fixture(() => createTenant(database, { label: 'own', now: TEST_NOW }));
  const foreign = fixture(() => createTenant(database, { label: 'foreign', now: TEST_NOW }));
  const device = fixture(() => buildTenantDevice(database, own));
  const admin = fixture(async () => httpClient(server.app, { token: own.users.admin.token }));

  describe('for rejected messages', () => {
    it('list them for an administrator, newest first, with reason and payload', async () => {
      for (const [n, payload] of [
        [1, Buffer.from('{"volPa":"x"}')],
        [2, Buffer.from([0xff, 0x00, 0x80])],
      ] as const) {
        await database.db
          .insertInto('rejected_message')
          .values({
            customer_id: own.customerId,
            device_id: device.deviceId,
            device_code: device.deviceCode,
            topic: `ep/1/${device.deviceCode}/up/data`,
            reason: 'wrong-type',
            detail: `number ${n}`,
            payload,
            received_at: new Date(TEST_NOW + n),
          })
          .execute();
      }
      const path = `/api/v2/rejected-messages?device_code=${device.deviceCode}`;
      const { body } = await admin.get(path);
      expect(body.data).toMatchObject({
        total: 2,
        list: [
          {
            detail: 'number 2',
            payload: Buffer.from([0xff, 0x00, 0x80]).toString('base64'),
            payload_encoding: 'base64',
            payload_bytes: 3,
            payload_stored_bytes: 3,
            received_at: TEST_NOW + 2,
          },
          {
            device_code: device.deviceCode,
            device_name: device.deviceCode,
            reason: 'wrong-type',
            payload: '{"volPa":"x"}',
            payload_encoding: 'text',
          },
        ],
      });
      const second = await admin.get(`${path}&pn=2&ps=1`);
      expect(second.body.data.list).toMatchObject([{ detail: 'number 1' }]);
    });

    it('stay below 1 MB per answer, whatever was sent, and show a message in full by its id', async () => {
      const { deviceId, deviceCode } = await buildTenantDevice(database, own);
      for (const [name, payload] of [
        ['quotes', Buffer.alloc(8_192, '"')],
        ['control characters', Buffer.alloc(8_192, 1)],
        ['characters of three bytes', Buffer.from('\u6f0f'.repeat(2_730))],
        ['bytes', Buffer.alloc(8_192, 0xff)],
      ] as const) {
        await sql`delete from rejected_message where device_id = ${deviceId}`.execute(database.db);
        await sql`insert into rejected_message (customer_id, device_id, device_code, topic, reason,
            detail, payload, payload_bytes, received_at)
          select ${own.customerId}, ${deviceId}, ${deviceCode}, ${`ep/1/${deviceCode}/up/data`},
            'wrong-type', repeat('\u6f0f', 1000), ${payload}, 65536, ${new Date(TEST_NOW)}
          from generate_series(1, 400)`.execute(database.db);
        const path = `/api/v2/rejected-messages?device_code=${deviceCode}`;
        for (const size of [100, 101, 400]) {
          const { body } = await admin.get(`${path}&ps=${size}`);
          expect(body.data.list).toHaveLength(size);
          expect(Buffer.byteLength(JSON.stringify(body)), name).toBeLessThan(1_000_000);
        }
        const [first] = (await admin.get(`${path}&ps=1`)).body.data.list;
        expect(first).toMatchObject({
          payload_bytes: 65_536,
          payload_stored_bytes: payload.length,
        });
        expect(Buffer.from(first.payload, encodingOf(first)).length).toBeLessThanOrEqual(1_024);
        const { list } = (await admin.get(`/api/v2/rejected-messages?id=${first.id}`)).body.data;
        expect(list).toHaveLength(1);
        expect(Buffer.from(list[0].payload, encodingOf(list[0])).equals(payload)).toBe(true);
      }
    });

    it('are forbidden for other roles, and show nothing of other customers', async () => {
      const viewer = httpClient(server.app);
      viewer.token = own.users.viewer.token;
      expect((await viewer.get('/api/v2/rejected-messages')).status).toBe(403);
      const { body } = await admin.get('/api/v2/rejected-messages?ps=400');
      expect(JSON.stringify(body)).not.toContain('foreign');
      const asked = await admin.get(`/api/v2/rejected-messages?device_code=${foreign.deviceCode}`);
      expect(asked.body.data).toEqual({ list: [], total: 0 });
    });
  });
});
