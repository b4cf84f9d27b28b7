/** Device accounts in the dynamic security plugin of mosquitto, tested from the device side. */
import { sql } from 'kysely';
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { removeDevice } from '../../src/areas/fleet/devices/change-device.ts';
import { renewSecret } from '../../src/areas/onboarding/device-secret/renew-secret.ts';
import { lockAccount } from '../../src/areas/telemetry/broker-accounts/broker-account-queries.ts';
import { saveRole } from '../../src/gateway/mqtt/accounts/broker-account.ts';
import {
  type DeviceAccounts,
  startDeviceAccounts,
} from '../../src/gateway/mqtt/accounts/device-accounts.ts';
import {
  connectOnce,
  DynamicSecurity,
  NoDynamicSecurity,
} from '../../src/gateway/mqtt/accounts/dynamic-security.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { rowsOfDevice } from '../support/devices/device-rows.ts';
import { buildCaller, buildCustomer, PASSWORD } from '../support/factories/customer.ts';
import { buildDevice, freshCode } from '../support/factories/device.ts';
import { fixture } from '../support/fixture.ts';
import {
  createDynamicMosquitto,
  hasDynamicSecurity,
} from '../support/programs/dynamic-security.ts';
import { createMosquitto } from '../support/programs/mosquitto.ts';
import { pollUntil } from '../support/programs/poll-until.ts';
import { startTcpProxy } from '../support/programs/tcp-proxy.ts';
import { sampleCommand } from '../support/sample-commands.ts';
import { publishUp, startTestGateway } from '../support/start-gateway.ts';
import { testContext } from '../support/test-context.ts';

const RECONCILE_MS = 10 * 60_000;
const RETRY_MS = 5_000;

describe.skipIf(!hasDynamicSecurity)('accounts at an external broker', () => {
  describeWithDatabase('with the dynamic security plugin of mosquitto', (database) => {
    const handMade = { username: freshCode('HAND'), password: 'hand-made' };
    const clients: MqttClient[] = [];
    let log: string[] = [];
    const lines = { write: (line: string) => void log.push(line) };
    const ctx = { ...testContext(database), log: pino({ level: 'info' }, lines) };
    const admin = async () => buildCaller(ctx, await buildCustomer(ctx), { role: 'admin' });
    const seller = fixture(admin);
    const buyer = fixture(admin);
    const broker = fixture(async () => {
      const started = await createDynamicMosquitto();
      started.reset(handMade);
      await started.start();
      return started;
    });
    let accounts: DeviceAccounts;
    beforeAll(() => {
      accounts = startDeviceAccounts(ctx, broker.url);
    });
    afterEach(async () => {
      for (const client of clients.splice(0)) await client.endAsync(true);
      log = [];
    });
    afterAll(async () => {
      await accounts.stop();
      await broker.remove();
    });

    /** Returns the connection, or the reason for its refusal. */
    async function connect(code: string, secret: string, options: IClientOptions = {}) {
      try {
        const client = await connectOnce(`mqtt://127.0.0.1:${broker.port}`, {
          clientId: code,
          username: code,
          password: secret,
          ...options,
        });
        clients.push(client);
        return client;
      } catch (error) {
        return (error as Error).message;
      }
    }
    const isLetIn = async (code: string, secret: string) => {
      const client = await connect(code, secret);
      if (typeof client === 'string') return false;
      await client.endAsync();
      return true;
    };
    const mayEnter = (code: string, secret: string) =>
      pollUntil(
        () => isLetIn(code, secret),
        (is) => is,
      );
    const mayNotEnter = (code: string, secret: string) =>
      pollUntil(
        () => isLetIn(code, secret),
        (is) => !is,
      );
    const logged = (text: string, code = '') =>
      pollUntil(
        () => log.filter((line) => line.includes(text) && line.includes(code)),
        (lines) => lines.length > 0,
      );
    /** Waits until the log names the device, which is not before its account is missing for a while. */
    const missed = (code: string) =>
      pollUntil(
        () => {
          ctx.clock.advance(1_000);
          return log.filter((line) => line.includes('renew their secrets') && line.includes(code));
        },
        (lines) => lines.length > 0,
      );
    async function registered(who = seller, code = freshCode()) {
      const { secret = '' } = await buildDevice(ctx, who, { code });
      await mayEnter(code, secret);
      return { code, secret };
    }
    async function renewed(code: string, who = seller): Promise<string> {
      const outcome = await renewSecret(ctx, who, code, { password: PASSWORD });
      return outcome.ok ? outcome.value.secret : outcome.refusal;
    }

    const durable = { clean: false, properties: { sessionExpiryInterval: 3_600 } };
    async function sendDown(code: string, payload: string): Promise<void> {
      const platform = await mqtt.connectAsync(broker.url, { protocolVersion: 5 });
      await platform.publishAsync(`ep/1/${code}/down/command`, payload, { qos: 1 });
      await platform.endAsync();
    }
    /** Queues a message in the session of an offline device. */
    async function queueOld(code: string, secret: string): Promise<void> {
      const client = (await connect(code, secret, durable)) as MqttClient;
      await client.subscribeAsync(`ep/1/${code}/down/#`, { qos: 1 });
      await client.endAsync();
      await sendDown(code, '"old"');
    }
    /**
     * Returns the messages that a device with a persistent session receives up to a new one, each
     * once.
     */
    async function receivedBy(code: string, secret: string): Promise<string[]> {
      const received: string[] = [];
      const client = mqtt.connect(`mqtt://127.0.0.1:${broker.port}`, {
        ...durable,
        protocolVersion: 5,
        clientId: code,
        username: code,
        password: secret,
        // The connection is refused until the account is created.
        reconnectPeriod: 100,
        reconnectOnConnackError: true,
      });
      clients.push(client);
      client.on('message', (_topic, payload) => received.push(payload.toString()));
      client.on('error', () => undefined);
      // The broker closes the connection of an account that is still being changed.
      await pollUntil(
        () =>
          client.subscribeAsync(`ep/1/${code}/down/#`, { qos: 1 }).then(
            () => true,
            () => false,
          ),
        (is) => is,
      );
      await pollUntil(
        async () => {
          await sendDown(code, '"new"');
          return received;
        },
        (all) => all.includes('"new"'),
      );
      return [...new Set(received)];
    }

    /** Waits until a database session is in this state. */
    const hasSession = (state: string) =>
      pollUntil(
        async () => {
          const { rows } = await sql`select from pg_stat_activity
            where datname = current_database() and ${sql.raw(state)}`.execute(database.db);
          return rows.length;
        },
        (count) => count > 0,
      );

    it('let a device connect with its secret and its code, to its own topics only', async () => {
      const { code, secret } = await registered();
      const other = await registered();
      expect(await connect(code, 'wrong')).toMatch(/not authorized/i);
      expect(await connect(code, other.secret)).toMatch(/not authorized/i);
      expect(await connect(code, secret, { clientId: 'busbar-1' })).toMatch(/not authorized/i);
      const client = (await connect(code, secret)) as MqttClient;
      await client.publishAsync(`ep/1/${code}/up/data`, '{}', { qos: 1 });
      await client.subscribeAsync(`ep/1/${code}/down/#`, { qos: 1 });
      for (const topic of [`ep/1/${other.code}/down/#`, 'ep/1/+/down/#', '#', '$CONTROL/#']) {
        await expect(client.subscribeAsync(topic, { qos: 1 }), topic).rejects.toThrow(
          /not authorized/i,
        );
      }
      for (const topic of [`ep/1/${other.code}/up/data`, `ep/1/${code}/down/command`]) {
        const own = (await connect(code, secret)) as MqttClient;
        await expect(own.publishAsync(topic, '{}', { qos: 1 }), topic).rejects.toThrow(
          /not authorized/i,
        );
      }
    });

    it('accept a renewed secret, and the connection with the old one ends', async () => {
      const { code, secret } = await registered();
      const client = (await connect(code, secret)) as MqttClient;
      const closed = new Promise<void>((resolve) => client.once('close', () => resolve()));
      const fresh = await renewed(code);
      await mayEnter(code, fresh);
      await closed;
      expect(await isLetIn(code, secret)).toBe(false);
    });

    it('end with their device, and the next owner receives nothing queued for the former one', async () => {
      const { code, secret } = await registered();
      await queueOld(code, secret);
      // The test reads the log, because connecting as the device would end the session.
      await logged('was provisioned', code);
      log = [];
      expect((await removeDevice(ctx, seller, code)).ok).toBe(true);
      await logged('was deleted', code);
      const next = await buildDevice(ctx, buyer, { code });
      await logged('was provisioned', code);
      expect(await receivedBy(code, next.secret!)).toEqual(['"new"']);
      expect(await isLetIn(code, secret)).toBe(false);
    });

    it.each(['disableClient', 'deleteClient'])(
      'leave nothing to the next device after a manual %s',
      async (command) => {
        const sold = await registered();
        await queueOld(sold.code, sold.secret);
        const security = await DynamicSecurity.connect(broker.url);
        await security.run({ command, username: sold.code });
        await security.close();
        await removeDevice(ctx, seller, sold.code);
        const bought = await buildDevice(ctx, buyer, { code: sold.code });
        expect(await receivedBy(bought.code, bought.secret!)).toEqual(['"new"']);
      },
    );

    it('are updated after the broker was down', async () => {
      const deleted = await registered();
      const sold = await registered();
      await queueOld(sold.code, sold.secret);
      log = [];
      await broker.stop('SIGTERM');
      const { code, secret = '' } = await buildDevice(ctx, seller);
      await removeDevice(ctx, seller, deleted.code);
      await removeDevice(ctx, seller, sold.code);
      const bought = await buildDevice(ctx, buyer, { code: sold.code });
      await logged('retrying');
      await broker.start();
      ctx.clock.advance(RETRY_MS);
      await mayEnter(code, secret);
      expect(await receivedBy(bought.code, bought.secret!)).toEqual(['"new"']);
      await mayNotEnter(deleted.code, deleted.secret);
      expect(await isLetIn(sold.code, sold.secret)).toBe(false);
    });

    it('are repaired by the reconciliation if they belong to Busbar', async () => {
      const { code, secret } = await registered();
      const gone = await registered();
      await accounts.stop();
      await removeDevice(ctx, seller, gone.code);
      const security = await DynamicSecurity.connect(broker.url);
      await security.run({
        command: 'modifyRole',
        rolename: `busbar-device-${code}`,
        acls: [{ acltype: 'subscribePattern', topic: '#', allow: true }],
      });
      await saveRole(security, 'UNUSED-CODE', 'busbar');
      accounts = startDeviceAccounts(ctx, broker.url);
      await mayNotEnter(gone.code, gone.secret);
      const subscribes = async (topic: string) => {
        const client = await connect(code, secret);
        if (typeof client === 'string') return client;
        const isAllowed = client.subscribeAsync(topic).then(
          () => true,
          () => false,
        );
        return isAllowed.finally(() => client.endAsync());
      };
      await pollUntil(
        () => subscribes('#'),
        (is) => is === false,
      );
      expect(await subscribes(`ep/1/${code}/down/#`)).toBe(true);

      // The same reconciliation runs periodically, without a restart.
      await security.run({ command: 'deleteClient', username: code });
      await security.close();
      ctx.clock.advance(RECONCILE_MS);
      await missed(code);
      await mayEnter(code, await renewed(code));
    });

    it('are left unchanged if a person created them', async () => {
      const { username: code, password } = handMade;
      await buildDevice(ctx, seller, { code });
      await logged('left unchanged');
      expect(await isLetIn(code, password)).toBe(true);
      await removeDevice(ctx, seller, code);
      ctx.clock.advance(RECONCILE_MS);
      await registered();
      expect(await isLetIn(code, password)).toBe(true);
    });

    it('are missing at a new broker until their secrets are renewed, and are listed in the log', async () => {
      const { code, secret } = await registered();
      await broker.stop('SIGTERM');
      broker.reset(handMade);
      await broker.start();
      await missed(code);
      expect(await isLetIn(code, secret)).toBe(false);
      await mayEnter(code, await renewed(code));
    });

    it('have the permissions that devices and Busbar need for operation', async () => {
      const { code, secret } = await registered();
      const gateway = await startTestGateway(database, { env: { MQTT_URL: broker.url } });
      const { link } = gateway.gateway;
      await pollUntil(
        () => link.isConnected(code),
        (is) => is,
      );
      const client = (await connect(code, secret)) as MqttClient;
      const command = new Promise((resolve) =>
        client.once('message', (_topic, payload) => resolve(JSON.parse(payload.toString()).id)),
      );
      await client.subscribeAsync(`ep/1/${code}/down/#`, { qos: 1 });
      await pollUntil(
        async () => {
          await publishUp(client, code, 'data', { ts: Date.now(), volPa: 230 });
          const { device_id: deviceId } = await database.db
            .selectFrom('device_code')
            .select('device_id')
            .where('device_code', '=', code)
            .executeTakeFirstOrThrow();
          return rowsOfDevice(database, 'measurement', deviceId);
        },
        (rows) => rows.length > 0,
      );
      expect(await link.send(code, sampleCommand('c-1'), () => 30_000)).toBe('sent');
      expect(await command).toBe('c-1');
      await gateway.stop();
    });

    it('end with a device that is deleted while its account is being provisioned', async () => {
      await accounts.stop();
      const address = new URL(broker.url);
      const proxy = await startTcpProxy({ host: '127.0.0.1', port: broker.port });
      address.port = String(proxy.port);
      accounts = startDeviceAccounts(ctx, address.href);
      await logged('has the dynamic security plugin');
      const code = freshCode();
      await ctx.database.transaction(async (trx) => {
        await lockAccount(trx, code);
        await buildDevice(ctx, seller, { code });
        await hasSession(`wait_event = 'advisory'`);
        proxy.silence();
      });
      // The device row has been read, and the broker does not answer yet.
      await hasSession(`state = 'idle in transaction' and query like '%old_secret_hash%'`);
      expect((await removeDevice(ctx, seller, code)).ok).toBe(true);
      proxy.restore();
      await logged('was provisioned', code);
      await logged('was deleted', code);
      await accounts.stop();
      await proxy.close();
      accounts = startDeviceAccounts(ctx, broker.url);
    });

    it('are not treated as manually managed when the connection is lost', async () => {
      const proxy = await startTcpProxy({ host: '127.0.0.1', port: broker.port }, (bytes) => {
        if (bytes.includes('/response')) proxy.cut();
      });
      const address = new URL(broker.url);
      address.port = String(proxy.port);
      const own = startDeviceAccounts(ctx, address.href);
      await logged('retrying');
      await own.stop();
      await proxy.close();
      expect(log.join('')).not.toContain('managed manually');
      // The connection is lost in two ways: it is closed, or the broker does not answer.
      const silent = await startTcpProxy({ host: '127.0.0.1', port: broker.port }, (bytes) => {
        if (bytes.includes('getDefaultACLAccess')) silent.silence();
      });
      address.port = String(silent.port);
      const error = await DynamicSecurity.connect(address.href).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ message: 'no response from the plugin' });
      expect(error).not.toBeInstanceOf(NoDynamicSecurity);
      await silent.close();
    });

    it('are managed manually at a broker without the plugin, which is logged once', async () => {
      const plain = await createMosquitto();
      await plain.start();
      const none = startDeviceAccounts(ctx, plain.url);
      await logged('managed manually');
      await none.stop();
      expect(log.filter((line) => line.includes('managed manually'))).toHaveLength(1);
      await plain.remove();
    });
  });
});
