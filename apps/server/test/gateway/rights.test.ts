/**
 * Which clients may connect, and what a connection may send (device protocol, "Identity";
 * docs/promises.md G3 to G6).
 */
import { createHash } from 'node:crypto';
import { connect as connectSocket } from 'node:net';
import { MAX_DATA_BYTES, MAX_PAYLOAD_BYTES } from '@busbar/device-protocol/payload';
import type { IClientOptions, MqttClient } from 'mqtt';
import { afterEach, describe, expect, it } from 'vitest';
import { describeWithDatabase } from '../support/databases.ts';
import { rowsOfDevice } from '../support/devices/device-rows.ts';
import { createTenant } from '../support/factories/tenant.ts';
import { buildTenantDevice, type TestDevice } from '../support/factories/tenant-device.ts';
import { fixture } from '../support/fixture.ts';
import { manualClock } from '../support/manual-clock.ts';
import { pollUntil } from '../support/programs/poll-until.ts';
import { connectDevice, publishUp, startTestGateway } from '../support/start-gateway.ts';

describeWithDatabase('a device connection', (database) => {
  const tenant = fixture(() => createTenant(database, { label: 'rights', now: Date.now() }));
  const gateway = fixture(() => startTestGateway(database));
  const own = fixture(() => buildTenantDevice(database, tenant));
  const other = fixture(() => buildTenantDevice(database, tenant));
  const clients: MqttClient[] = [];
  afterEach(() => {
    for (const client of clients.splice(0)) client.end(true);
  });

  async function connect(device: TestDevice, options: IClientOptions = {}): Promise<MqttClient> {
    const client = await connectDevice(gateway.port, device, options);
    clients.push(client);
    return client;
  }

  const ended = (client: MqttClient) =>
    new Promise<void>((resolve) => client.once('close', () => resolve()));

  describe('a connection attempt', () => {
    it.each([
      ['with a wrong secret', { password: 'not the secret' }],
      ['without a secret', { password: undefined }],
      ['without a code', { username: undefined, password: undefined }],
      ['with an unknown code', { username: 'NOBODY-000001', clientId: 'NOBODY-000001' }],
      ['with a client id that is not its code', { clientId: 'somebody-else' }],
      ['with an invalid code', { username: "x' or 1=1 --", clientId: "x' or 1=1 --" }],
    ] as const)('is refused %s, always with the same answer', async (_, options) => {
      await expect(connect(own, options as IClientOptions)).rejects.toMatchObject({ code: 4 });
    });

    it('is refused with the client id of another device, whose connection stays open', async () => {
      const victim = await connect(other);
      await expect(connect(own, { clientId: other.deviceCode })).rejects.toMatchObject({ code: 4 });
      await publishUp(victim, other.deviceCode, 'data', { volPa: 230 });
    });

    it.each([
      ['another topic', (o: TestDevice) => ({ topic: `ep/1/${o.deviceCode}/up/data` })],
      ['a payload', () => ({ payload: Buffer.from('gone') })],
      ['the retain flag', () => ({ retain: true })],
    ])('is refused with a will that has %s', async (_, change) => {
      const will = {
        topic: `ep/1/${own.deviceCode}/up/offline`,
        payload: Buffer.alloc(0),
        qos: 1 as const,
        retain: false,
        ...change(other),
      };
      await expect(connect(own, { will })).rejects.toMatchObject({ code: 4 });
    });

    it('is refused if the secret was never issued', async () => {
      const bare = await buildTenantDevice(database, tenant);
      await database.db
        .updateTable('device')
        .set({ secret_hash: null })
        .where('device_id', '=', bare.deviceId)
        .execute();
      await expect(connect(bare)).rejects.toMatchObject({ code: 4 });
    });

    it('is refused if the device was deleted', async () => {
      const gone = await buildTenantDevice(database, tenant);
      await database.db
        .updateTable('device')
        .set({ deleted_at: new Date() })
        .where('device_id', '=', gone.deviceId)
        .execute();
      await expect(connect(gone)).rejects.toMatchObject({ code: 4 });
    });

    it('is refused with the code of a slave, which has no connection', async () => {
      const line = await buildTenantDevice(database, tenant, { kind: 'gateway', slaves: [1] });
      const slave = { deviceCode: `${line.deviceCode}-1`, secret: line.secret };
      await expect(connect({ ...slave, deviceId: 0 })).rejects.toMatchObject({ code: 4 });
    });
  });

  describe('an open connection', () => {
    it.each([
      ['another device', () => `ep/1/${other.deviceCode}/up/data`],
      ['its own commands', () => `ep/1/${own.deviceCode}/down/command`],
      ["another device's commands", () => `ep/1/${other.deviceCode}/down/command`],
      ['an unknown kind', () => `ep/1/${own.deviceCode}/up/nonsense`],
      ['a deeper level', () => `ep/1/${own.deviceCode}/up/data/x`],
      ['an empty level', () => `ep/1/${own.deviceCode}/up//data`],
      ['another version', () => `ep/2/${own.deviceCode}/up/data`],
      ['a system topic', () => '$SYS/broker/version'],
      ['a shared prefix', () => `$share/g/ep/1/${own.deviceCode}/up/data`],
      ['a look-alike', () => `ep/1/${own.deviceCode.replace('E', 'Е')}/up/data`],
      ['a topic of 64 KiB', () => `ep/1/${'x'.repeat(65_000)}/up/data`],
    ])('ends on a publish as %s', async (_, topic) => {
      const client = await connect(own);
      const end = ended(client);
      client.publish(topic(), '{"volPa":1}', { qos: 1 }).on('error', () => undefined);
      await end;
      expect(await rowsOfDevice(database, 'measurement', other.deviceId)).toHaveLength(1);
      expect(await rowsOfDevice(database, 'measurement', own.deviceId)).toHaveLength(0);
    });

    it('ends on a retained message', async () => {
      const client = await connect(own);
      const end = ended(client);
      client.publish(`ep/1/${own.deviceCode}/up/data`, '{"volPa":1}', { qos: 1, retain: true });
      await end;
      expect(await rowsOfDevice(database, 'measurement', own.deviceId)).toHaveLength(0);
    });

    it.each([
      ['data', MAX_DATA_BYTES],
      ['info', MAX_PAYLOAD_BYTES],
      ['reply', MAX_PAYLOAD_BYTES],
    ])('ends on a payload of %s over %i bytes', async (kind, limit) => {
      const client = await connect(own);
      const end = ended(client);
      const payload = Buffer.alloc(limit + 1, 0x20);
      client.publish(`ep/1/${own.deviceCode}/up/${kind}`, payload, { qos: 1 });
      await end;
    });

    it('ends on the header of a packet of 100 MiB, before its body is buffered', async () => {
      const socket = connectSocket(gateway.port, '127.0.0.1');
      const end = new Promise<void>((resolve) => socket.once('close', () => resolve()));
      socket.on('error', () => undefined);
      // A CONNECT packet with a remaining length of 104,857,600.
      socket.write(Buffer.from([0x10, 0x80, 0x80, 0x80, 0x32]));
      await end;
    });

    it('ends when the secret is rotated', async () => {
      const device = await buildTenantDevice(database, tenant);
      const client = await connect(device);
      const end = ended(client);
      await database.db
        .updateTable('device')
        .set({ secret_hash: createHash('sha256').update('new secret').digest() })
        .where('device_id', '=', device.deviceId)
        .execute();
      gateway.bus.publish('device.changed', {
        customerId: tenant.customerId,
        deviceId: device.deviceId,
        deviceCode: device.deviceCode,
        credentialsEnded: true,
      });
      await end;
      await expect(connect(device)).rejects.toMatchObject({ code: 4 });
      await connect({ ...device, secret: 'new secret' });
    });

    it('ends when the device is deleted', async () => {
      const device = await buildTenantDevice(database, tenant);
      const client = await connect(device);
      const end = ended(client);
      await database.db
        .updateTable('device')
        .set({ deleted_at: new Date() })
        .where('device_id', '=', device.deviceId)
        .execute();
      gateway.bus.publish('device.changed', {
        customerId: tenant.customerId,
        deviceId: device.deviceId,
        deviceCode: device.deviceCode,
        credentialsEnded: false,
      });
      await end;
    });
  });

  it('accepts a payload of exactly the limit', async () => {
    const device = await buildTenantDevice(database, tenant);
    const client = await connect(device);
    const reading = '{"volPa":230}';
    await publishUp(client, device.deviceCode, 'data', reading.padEnd(MAX_DATA_BYTES, ' '));
    expect(await rowsOfDevice(database, 'measurement', device.deviceId)).toHaveLength(1);
  });

  it.each([
    ['its own commands', () => `ep/1/${own.deviceCode}/down/command`, 1],
    ['everything below its own down topic', () => `ep/1/${own.deviceCode}/down/#`, 1],
    ["another device's commands", () => `ep/1/${other.deviceCode}/down/command`, 128],
    ['commands of all devices', () => 'ep/1/+/down/command', 128],
    ['everything', () => '#', 128],
    ['the messages of devices', () => 'ep/1/+/up/#', 128],
    ['its own messages', () => `ep/1/${own.deviceCode}/up/#`, 128],
    ['a shared group', () => `$share/g/ep/1/${own.deviceCode}/down/#`, 128],
    ['the system topics', () => '$SYS/#', 128],
    ['its own down topic with a wildcard inside', () => `ep/1/${own.deviceCode}/+/command`, 128],
  ])('answers a subscription to %s with code %i', async (_, topic, granted) => {
    const client = await connect(own);
    const grants = await new Promise<unknown>((resolve) => {
      client.subscribe(topic(), { qos: 1 }, (_error, _granted, packet) => resolve(packet?.granted));
    });
    expect(grants).toEqual([granted]);
  });

  it('has no persistent session: its subscriptions end with it', async () => {
    const first = await connect(own, { clean: false });
    await first.subscribeAsync(`ep/1/${own.deviceCode}/down/#`, { qos: 1 });
    await first.endAsync();
    const again = connectDevice(gateway.port, own, { clean: false });
    const client = await again;
    clients.push(client);
    expect(gateway.gateway.link.isConnected(own.deviceCode)).toBe(false);
  });
});

describeWithDatabase('an address with failed sign-ins', (database) => {
  it('is refused only the one code that failed 20 times', async () => {
    const tenant = await createTenant(database, { label: 'ban', now: Date.now() });
    const clock = manualClock(Date.now());
    const gateway = await startTestGateway(database, { clock });
    const device = await buildTenantDevice(database, tenant);
    const neighbour = await buildTenantDevice(database, tenant);
    await (await connectDevice(gateway.port, neighbour)).endAsync();
    for (let guess = 0; guess < 20; guess++) {
      const invented = { deviceCode: `GUESSED-${100_000 + guess}`, secret: 'x' };
      await expect(connectDevice(gateway.port, invented)).rejects.toMatchObject({ code: 4 });
      for (const one of [device, neighbour]) {
        const wrong = { ...one, secret: 'x' };
        await expect(connectDevice(gateway.port, wrong)).rejects.toMatchObject({ code: 4 });
      }
    }
    // The neighbour has signed in from this address before.
    await (await connectDevice(gateway.port, neighbour)).endAsync();
    const other = await buildTenantDevice(database, tenant);
    await (await connectDevice(gateway.port, other)).endAsync();
    await expect(connectDevice(gateway.port, device)).rejects.toMatchObject({ code: 4 });
    clock.advance(9 * 60_000);
    await expect(connectDevice(gateway.port, device)).rejects.toMatchObject({ code: 4 });
    clock.advance(2 * 60_000);
    const client = await connectDevice(gateway.port, device);
    await client.endAsync();
    const codes = await database.db
      .selectFrom('device_code')
      .select('device_code')
      .where('device_code', 'like', 'GUESSED%')
      .execute();
    expect(codes).toEqual([]);
    await gateway.stop();
  });
});

describeWithDatabase('a device over its rate', (database) => {
  it('is slowed down, loses nothing and delays no other device', async () => {
    const tenant = await createTenant(database, { label: 'rate', now: Date.now() });
    const clock = manualClock(Date.now());
    const gateway = await startTestGateway(database, { clock, env: { DEVICE_RATE: '10' } });
    const loud = await buildTenantDevice(database, tenant);
    const calm = await buildTenantDevice(database, tenant);
    const loudClient = await connectDevice(gateway.port, loud);
    const calmClient = await connectDevice(gateway.port, calm);
    let acknowledged = 0;
    const now = Date.now();
    const sent = Array.from({ length: 100 }, (_, i) =>
      publishUp(loudClient, loud.deviceCode, 'data', { ts: now - i, volPa: i }).then(() => {
        acknowledged += 1;
      }),
    );
    // A burst of four seconds' worth passes immediately; the rest must wait.
    await pollUntil(
      () => acknowledged,
      (count) => count === 40,
    );
    await publishUp(calmClient, calm.deviceCode, 'data', { volPa: 230 });
    expect(acknowledged).toBe(40);
    clock.advance(1000);
    await pollUntil(
      () => acknowledged,
      (count) => count === 50,
    );
    await publishUp(calmClient, calm.deviceCode, 'data', { volPa: 231 });
    expect(acknowledged).toBe(50);
    clock.advance(5000);
    await Promise.all(sent);
    expect(await rowsOfDevice(database, 'measurement', loud.deviceId)).toHaveLength(100);
    loudClient.end(true);
    calmClient.end(true);
    await gateway.stop();
  });
});
