/** A device that connects over two protocols: the newest connection counts, and it stays online. */
import { expect, it } from 'vitest';
import { createIngest } from '../../../src/areas/telemetry/ingest/ingest.ts';
import { startGateway } from '../../../src/gateway/gateway.ts';
import { startLine } from '../../../src/gateway/line/line-driver.ts';
import { startMqtt } from '../../../src/gateway/mqtt/start-mqtt.ts';
import { closeAfterFile } from '../../support/close-after-file.ts';
import { describeWithDatabase, type TestDatabase } from '../../support/databases.ts';
import { genericWords, LineClient, valuesReply } from '../../support/devices/line-client.ts';
import { eventually } from '../../support/eventually.ts';
import { buildSerialLine } from '../../support/factories/serial-line.ts';
import { createTenant } from '../../support/factories/tenant.ts';
import { fixture } from '../../support/fixture.ts';
import { connectDevice, gatewayContext, publishUp } from '../../support/start-gateway.ts';
import { isOnline, voltagesOf } from './line-rig.ts';

async function startBoth(database: TestDatabase) {
  const ctx = gatewayContext(database, { env: { DTU_PORT: '0' } });
  const ingest = createIngest(ctx);
  const gateway = await startGateway(ctx, ingest, { mqtt: startMqtt, line: startLine });
  closeAfterFile(async () => {
    await gateway.stop();
    await ingest.stop();
  });
  return { ...gateway.drivers, link: gateway.link };
}

describeWithDatabase('a device with connections over two protocols', (database) => {
  const tenant = fixture(() => createTenant(database, { label: 'both', now: Date.now() }));
  const gateway = fixture(() => startBoth(database));

  it('is online through the newest one, and offline when that ends', async () => {
    const dtu = await buildSerialLine(database, tenant, { isOwn: true });
    const { deviceCode, deviceId } = dtu;
    const first = await connectDevice(gateway.mqtt.port!, dtu);
    await eventually(() => isOnline(database, deviceId)).toBe(true);

    const closed = new Promise<void>((resolve) => first.once('close', () => resolve()));
    const line = await LineClient.register(gateway.line.port!, dtu, (request, client) =>
      client.write(valuesReply(request, genericWords(1, 231))),
    );
    await closed;
    await eventually(() => voltagesOf(database, deviceId)).toContain(231);
    expect(await isOnline(database, deviceId)).toBe(true);
    expect(gateway.line.isConnected(deviceCode)).toBe(true);
    expect(gateway.mqtt.isConnected(deviceCode)).toBe(false);

    const second = await connectDevice(gateway.mqtt.port!, dtu);
    await line.ended;
    await publishUp(second, deviceCode, 'data', [{ ts: Date.now(), volPa: 232 }]);
    expect(await isOnline(database, deviceId)).toBe(true);
    expect(gateway.line.isConnected(deviceCode)).toBe(false);
    second.end(true);
    await eventually(() => isOnline(database, deviceId)).toBe(false);
  });
});
