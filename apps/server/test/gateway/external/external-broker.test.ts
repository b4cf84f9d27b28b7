/** The server connected to an external broker: Debian's mosquitto. */
import mqtt, { type MqttClient } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { latestMeasurement } from '../../../src/areas/fleet/readings/latest-queries.ts';
import { describeWithDatabase } from '../../support/databases.ts';
import { lockMeasurements, rowsOfDevice } from '../../support/devices/device-rows.ts';
import { createTenant } from '../../support/factories/tenant.ts';
import { buildTenantDevice } from '../../support/factories/tenant-device.ts';
import { fixture } from '../../support/fixture.ts';
import { createMosquitto, mosquittoProgram } from '../../support/programs/mosquitto.ts';
import { pollUntil } from '../../support/programs/poll-until.ts';
import { startTcpProxy } from '../../support/programs/tcp-proxy.ts';
import { sampleCommand } from '../../support/sample-commands.ts';
import { publishUp, startTestGateway } from '../../support/start-gateway.ts';

describe.skipIf(mosquittoProgram === undefined)('an external broker', () => {
  let port: number;

  const broker = fixture(createMosquitto);
  beforeAll(async () => {
    ({ port } = broker);
    await broker.start();
  });
  afterAll(() => broker.remove());

  describeWithDatabase('in front of the server', (database) => {
    /** All bytes that the server sent to the broker. */
    let sent = Buffer.alloc(0);
    const clients: MqttClient[] = [];

    const proxy = fixture(() =>
      startTcpProxy({ host: '127.0.0.1', port }, (bytes) => {
        sent = Buffer.concat([sent, bytes]);
      }),
    );
    const tenant = fixture(() => createTenant(database, { label: 'external', now: Date.now() }));
    const gateway = fixture(() =>
      startTestGateway(database, {
        env: { MQTT_URL: `mqtt://127.0.0.1:${proxy.port}` },
      }),
    );
    beforeAll(async () => {
      await isJoined();
    });
    afterAll(async () => {
      for (const client of clients) client.end(true);
      await gateway.stop();
      await proxy.close();
    });

    const pubacks = () => packetTypes(sent).filter((type) => type === PUBACK).length;
    let marks = 0;
    /**
     * Sends a command over the same connection and waits for it: by then every earlier
     * acknowledgement has been sent.
     */
    const allSent = async () => {
      marks += 1;
      const mark = `mark-${marks}-`;
      await gateway.gateway.link.send('NOBODY-AT-ALL', sampleCommand(mark), () => 30_000);
      await pollUntil(
        () => sent.includes(mark),
        (hasPassed) => hasPassed,
      );
    };
    const isJoined = () =>
      pollUntil(
        () => gateway.gateway.link.isConnected('any'),
        (connected) => connected,
      );

    async function device(options: Parameters<typeof buildTenantDevice>[2] = {}) {
      const added = await buildTenantDevice(database, tenant, options);
      const { deviceCode } = added;
      const client = await mqtt.connectAsync({
        host: '127.0.0.1',
        port,
        protocolVersion: 4,
        clientId: deviceCode,
        reconnectPeriod: 0,
        will: {
          topic: `ep/1/${deviceCode}/up/offline`,
          payload: Buffer.alloc(0),
          qos: 1,
          retain: false,
        },
      });
      clients.push(client);
      return {
        ...added,
        client,
        say: (kind: string, payload: unknown) => publishUp(client, deviceCode, kind, payload),
        rows: () => rowsOfDevice(database, 'measurement', added.deviceId),
        isConnected: async () =>
          (await rowsOfDevice(database, 'device_state', added.deviceId))[0]?.connected,
      };
    }

    it('passes on messages of devices, which are stored', async () => {
      const { say, deviceId } = await device();
      const ts = Date.now();
      await say('data', { ts, volPa: 230.1 });
      await pollUntil(
        () => latestMeasurement(database.db, tenant.customerId, deviceId),
        (latest) => latest?.ts === ts && latest.measurement.voltageA === 230.1,
      );
    });

    it('has many readings of one device in flight', async () => {
      const { say, rows } = await device();
      const now = Date.now();
      await Promise.all(
        Array.from({ length: 500 }, (_, i) => say('data', { ts: now - i, volPa: i })),
      );
      // Handled one by one, the readings would take 500 batches of 20 ms.
      await pollUntil(rows, (all) => all.length === 500, 5_000);
    });

    it('shows presence by the messages and last wills of devices', async () => {
      const { say, client, isConnected } = await device();
      await say('info', { csq: 20 });
      await pollUntil(isConnected, (is) => is === true);
      client.stream.destroy();
      client.end(true);
      await pollUntil(isConnected, (is) => is === false);
    });

    it('registers the slaves that a gateway reports', async () => {
      const { say, deviceCode } = await device({ kind: 'gateway' });
      await say('info', { slaves: [4] });
      await say('data', { ad: 4, volPa: 234 });
      const slaves = () =>
        database.db
          .selectFrom('device')
          .innerJoin('measurement', (join) =>
            join
              .onRef('measurement.customer_id', '=', 'device.customer_id')
              .onRef('measurement.device_id', '=', 'device.device_id'),
          )
          .select('measurement.voltage_a_v')
          .where('device.device_code', '=', `${deviceCode}-4`)
          .execute();
      await pollUntil(slaves, (rows) => rows[0]?.voltage_a_v === 234);
    });

    it('applies the state of a slave that arrives before the info that adds the slave', async () => {
      const { say, deviceCode } = await device({ kind: 'gateway' });
      await say('data', { volPa: 230 });
      await say('state', { ts: Date.now(), slaves: [{ ad: 5, st: 1 }] });
      await say('state', { ts: Date.now(), slaves: [{ ad: 6, st: 1 }] });
      await say('info', { slaves: [5] });
      await say('info', { slaves: [5, 6] });
      const states = () =>
        database.db
          .selectFrom('device')
          .innerJoin('device_state', (join) =>
            join
              .onRef('device_state.customer_id', '=', 'device.customer_id')
              .onRef('device_state.device_id', '=', 'device.device_id'),
          )
          .select('device.device_code')
          .where('device.device_code', 'in', [`${deviceCode}-5`, `${deviceCode}-6`])
          .where('switch_action', '=', 'openByManual')
          .execute();
      await pollUntil(states, (rows) => rows.length === 2);
    });

    it('receives acknowledgements only for committed messages', async () => {
      const { say, rows } = await device();
      await say('data', { volPa: 100 });
      await pollUntil(rows, (all) => all.length === 1);
      // No earlier message is unacknowledged or in transit.
      await pollUntil(
        () => gateway.ingest.backlog,
        (backlog) => backlog === 0,
      );
      await allSent();
      let release: () => void = () => undefined;
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      let isHeld: () => void = () => undefined;
      const held = new Promise<void>((resolve) => {
        isHeld = resolve;
      });
      const holding = database.transaction(async (trx) => {
        await lockMeasurements(trx);
        isHeld();
        await released;
      });
      await held;
      try {
        const before = pubacks();
        await Promise.all([1, 2, 3].map((n) => say('data', { ts: Date.now() + n, volPa: n })));
        await pollUntil(
          () => gateway.ingest.backlog,
          (backlog) => backlog === 3,
        );
        await allSent();
        // The duplicate session acknowledges every message without storing it.
        await pollUntil(pubacks, (count) => count >= before + 3);
        expect(pubacks()).toBe(before + 3);
        release();
        await pollUntil(pubacks, (count) => count === before + 6);
      } finally {
        release();
        await holding;
      }
      await pollUntil(rows, (all) => all.length === 4);
    });

    it('delivers commands with their expiry, and none of an earlier connection', async () => {
      const { deviceCode } = await device();
      const listener = await mqtt.connectAsync({
        host: '127.0.0.1',
        port,
        protocolVersion: 5,
        clientId: `${deviceCode}-listener`,
        reconnectPeriod: 0,
      });
      clients.push(listener);
      await listener.subscribeAsync(`ep/1/${deviceCode}/down/#`, { qos: 1 });
      const arrived = new Promise<object>((resolve) =>
        listener.once('message', (topic, payload, packet) =>
          resolve({
            topic,
            payload: payload.toString(),
            retain: packet.retain,
            expiry: packet.properties?.messageExpiryInterval,
          }),
        ),
      );
      const command = { ...sampleCommand('c'), expiresAt: 1_767_225_660_000 };
      const { link } = gateway.gateway;
      expect(await link.send(deviceCode, command, () => 1_900)).toBe('too-late');
      expect(await link.send(deviceCode, command, () => 30_500)).toBe('sent');
      expect(await arrived).toMatchObject({
        topic: `ep/1/${deviceCode}/down/command`,
        payload: '{"id":"c","exp":1767225660000,"op":"switch","args":{"to":"open"}}',
        retain: false,
        expiry: expect.toSatisfy((left: number) => left === 28 || left === 29),
      });
    });

    it('is reconnected after it was unavailable', async () => {
      const { deviceId, deviceCode } = await device();
      await broker.stop('SIGKILL');
      await pollUntil(
        () => gateway.gateway.link.isConnected(deviceCode),
        (connected) => !connected,
      );
      expect(await gateway.gateway.link.send(deviceCode, sampleCommand(), () => 30_000)).toBe(
        'not-connected',
      );
      await broker.start();
      await isJoined();
      const client = await mqtt.connectAsync({ host: '127.0.0.1', port, reconnectPeriod: 0 });
      clients.push(client);
      const ts = Date.now();
      // Until the server has subscribed again, the broker has no session in which to queue the
      // message.
      await pollUntil(
        async () => {
          await publishUp(client, deviceCode, 'data', { ts, volPa: 230 });
          return rowsOfDevice(database, 'measurement', deviceId);
        },
        (rows) => rows.length === 1,
      );
    });
  });
});

const PUBACK = 4;

/** Returns the packet types in an MQTT byte stream. */
function packetTypes(stream: Buffer): number[] {
  const types: number[] = [];
  for (let at = 0; at < stream.length; ) {
    types.push(stream[at]! >> 4);
    let length = 0;
    let body = at + 1;
    for (let shift = 0; ; shift += 7) {
      const byte = stream[body++]!;
      length |= (byte & 0x7f) << shift;
      if (byte < 0x80) break;
    }
    at = body + length;
  }
  return types;
}
