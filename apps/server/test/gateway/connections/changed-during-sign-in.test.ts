/** The secret of a device is renewed while the device signs in with the former one. */
import { expect, it } from 'vitest';
import { createIngest } from '../../../src/areas/telemetry/ingest/ingest.ts';
import { startGateway } from '../../../src/gateway/gateway.ts';
import { startMqtt } from '../../../src/gateway/mqtt/start-mqtt.ts';
import { closeAfterFile } from '../../support/close-after-file.ts';
import { describeWithDatabase } from '../../support/databases.ts';
import { eventually } from '../../support/eventually.ts';
import { createTenant } from '../../support/factories/tenant.ts';
import { buildTenantDevice } from '../../support/factories/tenant-device.ts';
import { fixture } from '../../support/fixture.ts';
import { connectDevice, gatewayContext } from '../../support/start-gateway.ts';

describeWithDatabase('a secret that is renewed during a sign-in', (database) => {
  const tenant = fixture(() => createTenant(database, { label: 'race', now: Date.now() }));

  it('ends the connection that used the former one', async () => {
    const ctx = gatewayContext(database);
    const ingest = createIngest(ctx);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let isFound = false;
    const gateway = await startGateway(ctx, ingest, {
      mqtt: (host) => {
        const find = host.finder.find.bind(host.finder);
        // The answer of the database is on its way while the change is committed.
        host.finder.find = async (code) => {
          const link = await find(code);
          isFound = true;
          await held;
          return link;
        };
        return startMqtt(host);
      },
    });
    closeAfterFile(async () => {
      await gateway.stop();
      await ingest.stop();
    });
    const device = await buildTenantDevice(database, tenant);
    const connecting = connectDevice(gateway.drivers.mqtt.port!, device);
    await eventually(() => isFound).toBe(true);
    await database.db
      .updateTable('device')
      .set({ secret_hash: Buffer.alloc(32, 1) })
      .where('device_id', '=', device.deviceId)
      .execute();
    ctx.bus.publish('device.changed', {
      customerId: tenant.customerId,
      deviceId: device.deviceId,
      deviceCode: device.deviceCode,
      credentialsEnded: true,
    });
    release();
    const client = await connecting.catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    expect(client?.connected ?? false).toBe(false);
  });
});
