/**
 * A connection that ends while a command is unanswered is reset: a plain close would leave the
 * command to the kernel, which delivers it when the line of the device is back (docs/promises.md C2).
 */
import { readFileSync } from 'node:fs';
import { connect as connectSocket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import mqtt from 'mqtt';
import { expect, it } from 'vitest';
import { describeWithDatabase } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { createTenant } from '../support/factories/tenant.ts';
import { buildTenantDevice } from '../support/factories/tenant-device.ts';
import { fixture } from '../support/fixture.ts';
import { manualClock } from '../support/manual-clock.ts';
import { createCertificate, hasOpenssl } from '../support/programs/certificate.ts';
import { sampleCommand } from '../support/sample-commands.ts';
import { startTestGateway } from '../support/start-gateway.ts';

const { certFile, keyFile } = createCertificate();
const TLS = { MQTT_TLS_PORT: '0', MQTT_TLS_CERT: certFile, MQTT_TLS_KEY: keyFile };
const ONE_MINUTE = () => 60_000;

describeWithDatabase('a connection with an unanswered command', (database) => {
  const tenant = fixture(() => createTenant(database, { label: 'reset', now: Date.now() }));

  /** A device that has subscribed and received a command. */
  async function unanswered({ isSecure }: { readonly isSecure: boolean }) {
    const clock = manualClock(Date.now());
    const { gateway } = await startTestGateway(database, { clock, env: isSecure ? TLS : {} });
    const { port, tlsPort } = gateway.drivers.mqtt;
    const device = await buildTenantDevice(database, tenant);
    const socket = connectSocket((isSecure ? tlsPort : port)!, '127.0.0.1');
    const secure = () => connectTls({ socket, host: '127.0.0.1', ca: readFileSync(certFile) });
    const client = new mqtt.MqttClient(() => (isSecure ? secure() : socket), {
      clientId: device.deviceCode,
      username: device.deviceCode,
      password: device.secret,
      reconnectPeriod: 0,
      keepalive: 0,
    });
    const ended = endOf(client);
    // The client never finishes handling the command, so it never acknowledges it.
    const received = new Promise<void>((resolve) => {
      client.handleMessage = () => resolve();
    });
    await client.subscribeAsync(`ep/1/${device.deviceCode}/down/#`, { qos: 1 });
    await eventually(() => gateway.link.isConnected(device.deviceCode)).toBe(true);
    expect(await gateway.link.send(device.deviceCode, sampleCommand(), ONE_MINUTE)).toBe('sent');
    await received;
    return { clock, gateway, ended };
  }

  it.skipIf(!hasOpenssl)('is reset after 5 s, also below TLS', async () => {
    const { clock, ended } = await unanswered({ isSecure: true });
    clock.advance(5_100);
    expect(await ended).toBe('ECONNRESET');
  });

  it.each(hasOpenssl ? [false, true] : [false])(
    'is reset when the server stops (TLS: %s)',
    async (isSecure) => {
      const { gateway, ended } = await unanswered({ isSecure });
      await gateway.stop();
      expect(await ended).toBe('ECONNRESET');
    },
  );
});

/** Resolves to the code of the error that has ended the connection, or to `closed`. */
function endOf(client: mqtt.MqttClient): Promise<unknown> {
  return new Promise((resolve) => {
    client.once('error', (error) => resolve('code' in error ? error.code : error.message));
    client.once('close', () => resolve('closed'));
  });
}
