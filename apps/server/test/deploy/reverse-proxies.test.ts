/** The shipped configurations of nginx and Caddy in front of a server, with TLS. */
import { once } from 'node:events';
import { request } from 'node:https';
import { connect as connectTcp } from 'node:net';
import { text } from 'node:stream/consumers';
import { connect as connectTls } from 'node:tls';
import { CATALOGUE } from '@busbar/contract/catalogue';
import { sql } from 'kysely';
import { MqttClient } from 'mqtt';
import { beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { systemClock } from '../../src/clock.ts';
import { sharedDatabase, type TestDatabase } from '../support/databases.ts';
import { buildCustomer, buildUser, PASSWORD } from '../support/factories/customer.ts';
import { createTenant, type Tenant } from '../support/factories/tenant.ts';
import { buildTenantDevice, type TestDevice } from '../support/factories/tenant-device.ts';
import { createCertificate, hasOpenssl } from '../support/programs/certificate.ts';
import { pollUntil } from '../support/programs/poll-until.ts';
import { PROXIES, type ReverseProxy } from '../support/programs/reverse-proxies.ts';
import { publishUp } from '../support/start-gateway.ts';
import { startServer, type TestServer } from '../support/start-server.ts';

const HOST = 'busbar.example.org';
const largest = Math.max(
  ...CATALOGUE.map((call) => ('bodyLimitBytes' in call ? (call.bodyLimitBytes ?? 0) : 0)),
);

interface Sent {
  readonly from?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}
interface Answer {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly text: string;
}

describe.each(PROXIES)('$name in front of the server', ({ isInstalled, start }) => {
  const isPossible = isInstalled && hasOpenssl;
  let database: TestDatabase;
  let server: TestServer;
  let tenant: Tenant;
  let proxy: ReverseProxy;
  beforeAll(async () => {
    if (!isPossible) return;
    database = await sharedDatabase();
    server = await startServer(database, {
      clock: systemClock,
      env: {
        PUBLIC_URL: `https://${HOST}`,
        TRUSTED_PROXIES: '127.0.0.1',
        MQTT_PROXY_PROTOCOL: '1',
      },
    });
    tenant = await createTenant(database, { label: start.name, now: Date.now() });
    const http = Number(new URL(server.url).port);
    proxy = await start({ http, mqtt: server.mqttPort, certificate: createCertificate() });
  });

  function send(path: string, { from = '127.0.0.21', headers = {}, body }: Sent = {}) {
    return new Promise<Answer>((resolve, reject) => {
      const sent = request(
        {
          host: '127.0.0.1',
          port: proxy.web,
          servername: HOST,
          path,
          localAddress: from,
          rejectUnauthorized: false,
          agent: false,
          method: body === undefined ? 'GET' : 'POST',
          headers: {
            host: HOST,
            origin: `https://${HOST}`,
            'content-type': 'application/json',
            ...headers,
          },
        },
        async (response) => {
          const { statusCode = 0, headers: received } = response;
          resolve({ status: statusCode, headers: received, text: await text(response) });
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });
  }

  it.skipIf(!isPossible)('signs in with the address of the client in session and log', async () => {
    const { context } = server.parts;
    const { userName } = await buildUser(context, await buildCustomer(context), {
      role: 'operator',
    });
    const { status } = await send('/api/v2/login', {
      from: '127.0.0.22',
      // An address that the client claims is replaced, or precedes the one that the proxy adds.
      headers: { 'x-forwarded-for': '8.8.8.8' },
      body: JSON.stringify({ user_account: userName, password: PASSWORD }),
    });
    expect(status).toBe(200);
    const { rows } = await sql<{ address: string }>`
      select distinct s.address from session s join user_account u using (customer_id, user_id)
      where u.user_name = ${userName}`.execute(database.db);
    expect(rows).toEqual([{ address: '127.0.0.22' }]);
    await pollUntil(proxy.accessLog, (log) => log.includes('127.0.0.22'));
  });

  it.skipIf(!isPossible)('passes live messages of the real-time channel', async () => {
    const device = await buildTenantDevice(database, tenant);
    const { token, userId } = tenant.users.operator;
    const options = {
      servername: HOST,
      rejectUnauthorized: false,
      headers: { authorization: token, host: HOST, origin: `https://${HOST}` },
    };
    const socket = new WebSocket(`wss://127.0.0.1:${proxy.web}/api/websocket/info`, options);
    let received = '';
    socket.on('message', (data) => {
      received += data.toString();
    });
    await once(socket, 'open');
    socket.send(String(userId));
    const client = await connectedDevice(device);
    await publishUp(client, device.deviceCode, 'data', { ts: Date.now(), volPa: 231.7 });
    await pollUntil(
      () => received,
      (all) => all.includes('231.7'),
    );
    client.end(true);
    socket.terminate();
  });

  function connectedDevice({
    deviceCode,
    secret,
  }: Pick<TestDevice, 'deviceCode' | 'secret'>): Promise<MqttClient> {
    const client = new MqttClient(
      () =>
        proxy.devices === undefined
          ? // The server expects the PROXY header only from the address of the proxy.
            connectTcp({ host: '127.0.0.1', port: server.mqttPort, localAddress: '127.0.0.23' })
          : connectTls({ host: '127.0.0.1', port: proxy.devices, rejectUnauthorized: false }),
      { clientId: deviceCode, username: deviceCode, password: secret, reconnectPeriod: 0 },
    );
    return new Promise((resolve, reject) => {
      client.once('connect', () => resolve(client));
      client.once('error', reject);
    });
  }

  it.skipIf(!isPossible)(
    'passes the largest import, and the server refuses a larger one',
    async () => {
      const upload = async (bytes: number) => {
        const rest = JSON.stringify({ content: '' }).length;
        const { status, text: answer } = await send('/api/v2/device-import', {
          headers: { authorization: tenant.users.admin.token },
          body: JSON.stringify({ content: 'A'.repeat(bytes - rest) }),
        });
        return { status, isJson: answer.startsWith('{') };
      };
      const limit = CATALOGUE.find(({ name }) => name === 'v2.device-import.preview');
      const { bodyLimitBytes = 0 } = limit as { bodyLimitBytes?: number };
      const accepted = await upload(bodyLimitBytes);
      expect(accepted.isJson).toBe(true);
      expect(accepted.status).not.toBe(413);
      // The server answers before it has read the request. nginx reports that answer, or 502 if
      // the connection is closed while it still writes.
      for (const bytes of [bodyLimitBytes + 1, largest]) {
        expect([413, 502]).toContain((await upload(bytes)).status);
      }
      // The proxy itself refuses what no call accepts.
      expect((await upload(9 * 1024 * 1024)).status).toBe(413);
    },
  );
});
