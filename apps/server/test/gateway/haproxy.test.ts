/**
 * HAProxy with the configuration of docs/operations.md in front of the server: pages, WebSocket,
 * MQTT.
 */
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { sql } from 'kysely';
import { MqttClient } from 'mqtt';
import { beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { systemClock } from '../../src/clock.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { buildCustomer, buildUser, PASSWORD } from '../support/factories/customer.ts';
import { createTenant, type Tenant } from '../support/factories/tenant.ts';
import { buildTenantDevice, type TestDevice } from '../support/factories/tenant-device.ts';
import { hasHaproxy, startHaproxy } from '../support/programs/haproxy.ts';
import { pollUntil } from '../support/programs/poll-until.ts';
import { startServer, type TestServer } from '../support/start-server.ts';

describeWithDatabase('HAProxy in front of the server', (database) => {
  let server: TestServer;
  let tenant: Tenant;
  let account: string;
  let web: number;
  let devices: number;

  beforeAll(async () => {
    if (!hasHaproxy) return;
    server = await startServer(database, {
      clock: systemClock,
      env: { TRUSTED_PROXIES: '127.0.0.1', MQTT_PROXY_PROTOCOL: '1', METRICS_PORT: '0' },
    });
    tenant = await createTenant(database, { label: 'haproxy', now: Date.now() });
    const { context } = server.parts;
    const customer = await buildCustomer(context);
    account = (await buildUser(context, customer, { role: 'operator' })).userName;
    const port = Number(new URL(server.url).port);
    ({ web, devices } = await startHaproxy([{ http: port, mqtt: server.mqttPort }]));
  });

  /** Sends a request to HAProxy from a client with this address. */
  function fromAddress(
    localAddress: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; body: { data: { token: string; user_info: { id: number } } } }> {
    return new Promise((resolve, reject) => {
      const sent = request(
        {
          host: '127.0.0.1',
          port: web,
          path,
          localAddress,
          agent: new Agent(),
          method: body === undefined ? 'GET' : 'POST',
          headers: { 'content-type': 'application/json', ...headers },
        },
        (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (part) => {
            text += part;
          });
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) }),
          );
        },
      );
      sent.on('error', reject);
      sent.end(body === undefined ? undefined : JSON.stringify(body));
    });
  }

  const signIn = (address: string, password = PASSWORD, name = account) =>
    fromAddress(
      address,
      '/api/v2/login',
      { user_account: name, password },
      // An address claimed by the client is replaced, or precedes the one that HAProxy adds.
      { 'x-forwarded-for': '8.8.8.8' },
    );

  function connectFrom(
    localAddress: string,
    { deviceCode, secret }: Pick<TestDevice, 'deviceCode' | 'secret'>,
  ): Promise<MqttClient> {
    const client = new MqttClient(
      () => connect({ port: devices, host: '127.0.0.1', localAddress }),
      { clientId: deviceCode, username: deviceCode, password: secret, reconnectPeriod: 0 },
    );
    return new Promise((resolve, reject) => {
      client.once('connect', () => resolve(client));
      client.once('error', (error) => {
        client.end(true);
        reject(error);
      });
    });
  }

  it.skipIf(!hasHaproxy)('blocks only the client with 20 failed sign-ins', async () => {
    for (let i = 0; i < 20; i += 1) await signIn('127.0.0.9', 'wrong', `invented-${i}`);
    expect((await signIn('127.0.0.9')).status).toBe(429);
    expect((await signIn('127.0.0.10')).status).toBe(200);
    const { rows } = await sql<{ address: string }>`
      select distinct s.address from session s join user_account u using (customer_id, user_id)
      where u.user_name = ${account}`.execute(database.db);
    expect(rows).toEqual([{ address: '127.0.0.10' }]);
  });

  it.skipIf(!hasHaproxy)(
    'forwards the real-time channel with the address of its client',
    async () => {
      const { body } = await signIn('127.0.0.11');
      const socket = new WebSocket(`ws://127.0.0.1:${web}/api/websocket/info`, {
        localAddress: '127.0.0.12',
        headers: { authorization: body.data.token },
      });
      await once(socket, 'open');
      // A frame with the id of another user closes the socket and is recorded in the audit trail.
      socket.send('1');
      await once(socket, 'close');
      const entry = await pollUntil(
        async () =>
          (
            await sql<{ address: string }>`select client_address as address from audit_entry
            where command = 'subscribe'`.execute(database.db)
          ).rows[0],
        (row) => row !== undefined,
      );
      expect(entry).toEqual({ address: '127.0.0.12' });
    },
  );

  it.skipIf(!hasHaproxy)(
    'forwards device readings, and limits each device by its address',
    async () => {
      const device = await buildTenantDevice(database, tenant);
      for (let i = 0; i < 20; i += 1) {
        await expect(connectFrom('127.0.0.13', { ...device, secret: 'x' })).rejects.toThrow();
      }
      await expect(connectFrom('127.0.0.13', device)).rejects.toThrow();
      const client = await connectFrom('127.0.0.14', device);
      await client.publishAsync(`ep/1/${device.deviceCode}/up/data`, '{"volPa":230}', { qos: 1 });
      await client.endAsync(true);
    },
  );

  it.skipIf(!hasHaproxy)(
    'is the only peer that may connect from its address, with the header',
    async () => {
      const refused = async () => {
        const text = await (await fetch(server.parts.metricsUrl!)).text();
        return Number(/^busbar_mqtt_refused_proxy_headers_total (\d+)/m.exec(text)?.[1]);
      };
      const before = await refused();
      const closed = (bytes: string, localAddress: string) => {
        const socket: Socket = connect({ port: server.mqttPort, host: '127.0.0.1', localAddress });
        socket.on('error', () => undefined).resume();
        socket.write(Buffer.from(bytes, 'latin1'));
        return once(socket, 'close');
      };
      await closed('\x10\x0c\x00\x04MQTT\x04\x02\x00\x00\x00\x00', '127.0.0.1');
      await closed('PROXY TCP4 somewhere 127.0.0.1 1 2\r\n', '127.0.0.1');
      expect(await refused()).toBe(before + 2);
      // An untrusted peer is treated as a device itself: its header is ignored and is not valid
      // MQTT.
      await closed(
        'PROXY TCP4 203.0.113.5 127.0.0.1 1 2\r\n\x10\x0c\x00\x04MQTT\x04\x02',
        '127.0.0.15',
      );
      expect(await refused()).toBe(before + 2);
    },
  );
});
