/** Rejected messages over HTTP (decisions 23): who reads them, and of whom. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeWithDatabase, type TestDatabase } from '../support/databases.ts';
import { type HttpClient, httpClient } from '../support/http-client.ts';
import { addTestDevice, type TestDevice } from '../support/start-gateway.ts';
import { startServer, TEST_NOW, type TestServer } from '../support/start-server.ts';
import { createTenant, type Tenant } from '../support/world.ts';

describeWithDatabase('history', (open) => {
  let database: TestDatabase;
  let server: TestServer;
  let own: Tenant;
  let foreign: Tenant;
  let device: TestDevice;
  let admin: HttpClient;

  beforeAll(async () => {
    database = await open();
    server = await startServer(database, { env: { ROLES: 'api' } });
    own = await createTenant(database, { label: 'own', now: TEST_NOW });
    foreign = await createTenant(database, { label: 'foreign', now: TEST_NOW });
    device = await addTestDevice(database, own);
    admin = httpClient(server.app);
    admin.token = own.users.admin.token;
  });
  afterAll(() => server.stop());

  describe('of what was rejected', () => {
    it('is listed for an administrator, newest first, with reason and payload', async () => {
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

    it('is not for others, and shows nothing of other customers', async () => {
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
