/** The broker with TLS, if a certificate is configured (device protocol, first section). */
import { readFileSync, writeFileSync } from 'node:fs';
import { connect as connectSocket } from 'node:net';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import mqtt from 'mqtt';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { readConfig } from '../../src/config/config.ts';
import { ConfigError } from '../../src/config/config-error.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { createTenant } from '../support/factories/tenant.ts';
import { createCertificate, hasOpenssl } from '../support/programs/certificate.ts';
import { startServer } from '../support/start-server.ts';

const { folder, certFile, keyFile } = createCertificate();
if (!hasOpenssl) console.warn('SKIPPED: TLS of the broker, because openssl is not installed.');

describeWithDatabase('the broker with TLS', (database) => {
  it.skipIf(!hasOpenssl)(
    'accepts a reading over an encrypted connection and acknowledges it',
    async () => {
      const server = await startServer(database, {
        clock: systemClock,
        env: { MQTT_TLS_PORT: '0', MQTT_TLS_CERT: certFile, MQTT_TLS_KEY: keyFile },
      });
      try {
        const tenant = await createTenant(database, { label: 'tls', now: Date.now() });
        const client = await mqtt.connectAsync({
          protocol: 'mqtts',
          host: '127.0.0.1',
          port: server.parts.mqttTlsPort!,
          ca: readFileSync(certFile),
          clientId: tenant.deviceCode,
          username: tenant.deviceCode,
          password: `${tenant.deviceCode}-secret`,
          reconnectPeriod: 0,
        });
        await client.publishAsync(`ep/1/${tenant.deviceCode}/up/data`, '{"volPa":230.5}', {
          qos: 1,
        });
        const rows = await database.db
          .selectFrom('measurement')
          .select('voltage_a_v')
          .where('customer_id', '=', tenant.customerId)
          .execute();
        expect(rows).toEqual([{ voltage_a_v: 230.5 }]);
        await client.endAsync(true);
      } finally {
        await server.stop();
      }
    },
  );

  it.skipIf(!hasOpenssl)(
    'reads the PROXY header of a load balancer before the handshake',
    async () => {
      const server = await startServer(database, {
        clock: systemClock,
        env: {
          MQTT_TLS_PORT: '0',
          MQTT_TLS_CERT: certFile,
          MQTT_TLS_KEY: keyFile,
          MQTT_PROXY_PROTOCOL: '1',
          TRUSTED_PROXIES: '127.0.0.1',
        },
      });
      try {
        const tenant = await createTenant(database, { label: 'proxied', now: Date.now() });
        const socket = connectSocket(server.parts.mqttTlsPort!, '127.0.0.1');
        socket.write('PROXY TCP4 203.0.113.5 127.0.0.1 50000 8883\r\n');
        const secure = { socket, host: '127.0.0.1', ca: readFileSync(certFile) };
        const client = new mqtt.MqttClient(() => connectTls(secure), {
          clientId: tenant.deviceCode,
          username: tenant.deviceCode,
          password: `${tenant.deviceCode}-secret`,
          reconnectPeriod: 0,
        });
        await client.publishAsync(`ep/1/${tenant.deviceCode}/up/data`, '{"volPa":231}', { qos: 1 });
        await client.endAsync(true);
      } finally {
        await server.stop();
      }
    },
  );

  it('does not start with an invalid certificate, and reports it', async () => {
    const broken = join(folder, 'broken.pem');
    writeFileSync(broken, 'no certificate');
    await expect(
      startServer(database, {
        env: { MQTT_TLS_PORT: '0', MQTT_TLS_CERT: broken, MQTT_TLS_KEY: broken },
      }),
    ).rejects.toThrow(/certificate for MQTT_TLS_PORT/);
  });
});

describe('the TLS configuration', () => {
  it('requires both files with the port', () => {
    expect(() => readConfig({ MQTT_TLS_PORT: '8883', MQTT_TLS_CERT: 'x' })).toThrow(ConfigError);
    expect(readConfig({}).mqttTls).toBeUndefined();
  });
});
