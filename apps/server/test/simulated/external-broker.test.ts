/** A simulated breaker with an external broker: an account of its own, and the same path. */
import { afterAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { buildClient } from '../support/factories/client.ts';
import { buildCustomer } from '../support/factories/customer.ts';
import { fixture } from '../support/fixture.ts';
import {
  createDynamicMosquitto,
  hasDynamicSecurity,
} from '../support/programs/dynamic-security.ts';
import { startServer } from '../support/start-server.ts';

const PATH = '/api/v2/simulated-breaker';

describe.skipIf(!hasDynamicSecurity)('at an external broker', () => {
  describeWithDatabase('a simulated breaker', (database) => {
    const broker = fixture(async () => {
      const started = await createDynamicMosquitto();
      started.reset({ username: 'HAND-0000000001', password: 'hand-made' });
      await started.start();
      return started;
    });
    afterAll(async () => {
      await server.stop();
      await broker.remove();
    });
    const server = fixture(() =>
      startServer(database, { clock: systemClock, env: { MQTT_URL: broker.url } }),
    );

    it('connects with an account of its own, is opened and confirmed, and can be removed', async () => {
      const customer = await buildCustomer(server.parts.context);
      const admin = await buildClient(server, customer, { role: 'admin' });
      const added = await admin.post(PATH, {});
      expect(added.body.code).toBe(0);
      const code: string = added.body.data.device_code;
      const detail = async () => (await admin.get(`/api/v2/device?device_code=${code}`)).body.data;
      await eventually(async () => (await detail()).load_kw, 60_000).toBeGreaterThan(0);
      const given = await admin.post('/api/v2/device/control', {
        device_code: code,
        data: { switch: 'open' },
      });
      expect(given.body.code).toBe(0);
      const { command_id: id } = given.body.data;
      await eventually(
        async () => (await admin.get(`/api/v2/device/command/${id}`)).body.data.state,
      ).toBe('confirmed');
      expect((await detail()).status).toBe('switch:openByCommand');
      await eventually(async () => (await admin.delete(PATH)).body.code).toBe(0);
    });
  });
});
