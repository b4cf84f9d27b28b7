/**
 * The device link of the control module: which messages are written to a device, and when none is
 * (`DeviceLink`).
 */
import type { MqttClient } from 'mqtt';
import { afterEach, expect, it } from 'vitest';
import { describeWithDatabase } from '../support/databases.ts';
import { rowsOfDevice } from '../support/devices/device-rows.ts';
import { createTenant } from '../support/factories/tenant.ts';
import { buildTenantDevice, type TestDevice } from '../support/factories/tenant-device.ts';
import { fixture } from '../support/fixture.ts';
import { manualClock } from '../support/manual-clock.ts';
import { pollUntil } from '../support/programs/poll-until.ts';
import { sampleCommand } from '../support/sample-commands.ts';
import { connectDevice, startTestGateway } from '../support/start-gateway.ts';

describeWithDatabase('a command', (database) => {
  const tenant = fixture(() => createTenant(database, { label: 'commands', now: Date.now() }));
  const clients: MqttClient[] = [];

  const clock = fixture(async () => manualClock(Date.now()));
  const gateway = fixture(() => startTestGateway(database, { clock }));
  afterEach(() => {
    for (const client of clients.splice(0)) client.end(true);
  });

  async function listening(qos: 0 | 1 = 1): Promise<TestDevice & { client: MqttClient }> {
    const device = await buildTenantDevice(database, tenant);
    const client = await connectDevice(gateway.port, device);
    clients.push(client);
    await client.subscribeAsync(`ep/1/${device.deviceCode}/down/#`, { qos });
    return { ...device, client };
  }

  const always = () => 60_000;
  const link = () => gateway.gateway.link;

  it('reaches the subscribed device unchanged, with QoS 1 and not retained', async () => {
    const { client, deviceCode } = await listening();
    const arrived = new Promise<[string, string, object]>((resolve) =>
      client.once('message', (topic, payload, packet) =>
        resolve([topic, payload.toString(), { qos: packet.qos, retain: packet.retain }]),
      ),
    );
    const hex = 'a5'.repeat(300);
    expect(link().isConnected(deviceCode)).toBe(true);
    const command = { op: 'frame', id: 'ä', expiresAt: 1_767_225_660_000, hex } as const;
    expect(await link().send(deviceCode, command, always)).toBe('sent');
    expect(await arrived).toEqual([
      `ep/1/${deviceCode}/down/command`,
      `{"id":"ä","exp":1767225660000,"op":"frame","args":{"hex":"${hex}"}}`,
      { qos: 1, retain: false },
    ]);
  });

  it('is sent with QoS 0 to a device that subscribed with QoS 0', async () => {
    const { client, deviceCode } = await listening(0);
    const arrived = new Promise<number>((resolve) =>
      client.once('message', (_topic, _payload, packet) => resolve(packet.qos)),
    );
    expect(await link().send(deviceCode, sampleCommand(), always)).toBe('sent');
    expect(await arrived).toBe(0);
  });

  it('is not sent to a device that is not subscribed, not connected, or disconnected', async () => {
    const device = await buildTenantDevice(database, tenant);
    expect(await link().send(device.deviceCode, sampleCommand(), always)).toBe('not-connected');
    const client = await connectDevice(gateway.port, device);
    clients.push(client);
    expect(link().isConnected(device.deviceCode)).toBe(false);
    expect(await link().send(device.deviceCode, sampleCommand(), always)).toBe('not-connected');
    await client.subscribeAsync(`ep/1/${device.deviceCode}/down/#`, { qos: 1 });
    expect(link().isConnected(device.deviceCode)).toBe(true);
    await client.unsubscribeAsync(`ep/1/${device.deviceCode}/down/#`);
    expect(link().isConnected(device.deviceCode)).toBe(false);
    await client.subscribeAsync(`ep/1/${device.deviceCode}/down/#`, { qos: 1 });
    await client.endAsync();
    await pollUntil(
      () => link().isConnected(device.deviceCode),
      (connected) => !connected,
    );
    expect(await link().send(device.deviceCode, sampleCommand(), always)).toBe('not-connected');
  });

  it('is not written after its expiry', async () => {
    const { client, deviceCode } = await listening();
    const ids: string[] = [];
    client.on('message', (_topic, payload) => ids.push(JSON.parse(payload.toString()).id));
    expect(await link().send(deviceCode, sampleCommand('late'), () => 0)).toBe('too-late');
    expect(await link().send(deviceCode, sampleCommand('in time'), always)).toBe('sent');
    await pollUntil(
      () => ids,
      (all) => all.length > 0,
    );
    expect(ids).toEqual(['in time']);
  });

  it('ends the connection if it is not acknowledged within 5 s', async () => {
    const device = await buildTenantDevice(database, tenant);
    const client = await connectDevice(gateway.port, device);
    clients.push(client);
    const connected = (is: boolean) =>
      pollUntil(
        () => rowsOfDevice(database, 'device_state', device.deviceId),
        ([row]) => row?.['connected'] === is,
      );
    await connected(true);
    // The client never finishes handling the message, so it never acknowledges it.
    client.handleMessage = () => undefined;
    await client.subscribeAsync(`ep/1/${device.deviceCode}/down/#`, { qos: 1 });
    expect(await link().send(device.deviceCode, sampleCommand(), always)).toBe('sent');
    clock.advance(4900);
    await database.ping();
    expect(link().isConnected(device.deviceCode)).toBe(true);
    const ended = new Promise<unknown>((resolve) => client.once('error', resolve));
    clock.advance(200);
    expect(link().isConnected(device.deviceCode)).toBe(false);
    await connected(false);
    // The socket is reset, not closed gracefully: data that the kernel has not delivered is
    // discarded.
    expect(await ended).toMatchObject({ code: 'ECONNRESET' });
  });

  it('does not end the connection if it was acknowledged', async () => {
    const { client, deviceCode } = await listening();
    const acknowledged = new Promise<void>((resolve) =>
      client.on('packetsend', (packet) => {
        if (packet.cmd === 'puback') resolve();
      }),
    );
    expect(await link().send(deviceCode, sampleCommand(), always)).toBe('sent');
    await acknowledged;
    // The PUBACK has arrived when a packet sent after it has been answered.
    await client.subscribeAsync(`ep/1/${deviceCode}/down/#`, { qos: 1 });
    clock.advance(10_000);
    expect(await link().send(deviceCode, sampleCommand(), always)).toBe('sent');
  });
});
