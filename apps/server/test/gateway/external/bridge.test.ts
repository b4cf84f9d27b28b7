/** An edge broker that is bridged to the broker of `MQTT_URL`, as docs/operations.md describes. */
import mqtt, { type IPublishPacket, type MqttClient } from 'mqtt';
import { beforeAll, describe, expect, it } from 'vitest';
import type { DeviceCommand } from '../../../src/areas/control/commands/device-command.ts';
import { describeWithDatabase } from '../../support/databases.ts';
import { rowsOfDevice } from '../../support/devices/device-rows.ts';
import { startSimulated } from '../../support/devices/simulated-device.ts';
import { createTenant } from '../../support/factories/tenant.ts';
import { buildTenantDevice } from '../../support/factories/tenant-device.ts';
import { fixture } from '../../support/fixture.ts';
import { startBridgedMosquittos } from '../../support/programs/bridged-mosquitto.ts';
import { hasDynamicSecurity } from '../../support/programs/dynamic-security.ts';
import { pollUntil } from '../../support/programs/poll-until.ts';
import { sampleCommand } from '../../support/sample-commands.ts';
import {
  connectDevice,
  publishUp,
  startTestGateway,
  type TestGateway,
} from '../../support/start-gateway.ts';

/** The shortest life with which a command is sent, one second for the interval and one for a clock. */
const SHORT_MS = 2_000;
const LONG_MS = 60_000;

describe.skipIf(!hasDynamicSecurity)('a bridge between two brokers', () => {
  describeWithDatabase('with mosquitto', (database) => {
    const tenant = fixture(() => createTenant(database, { label: 'bridge', now: Date.now() }));
    const device = fixture(() => buildTenantDevice(database, tenant));
    const offline = fixture(() => buildTenantDevice(database, tenant));
    const breaker = fixture(() => buildTenantDevice(database, tenant));
    const brokers = fixture(() => startBridgedMosquittos([device, offline, breaker]));
    let gateway: TestGateway;
    beforeAll(async () => {
      gateway = await startTestGateway(database, { env: { MQTT_URL: brokers.central.url } });
      const client = await connectDevice(brokers.edge.port, device);
      await pollUntil(
        async () => {
          await publishUp(client, device.deviceCode, 'data', { ts: Date.now(), volPa: 1 });
          return rowsOfDevice(database, 'measurement', device.deviceId);
        },
        (rows) => rows.length > 0,
        20_000,
      );
      await client.endAsync();
    });

    async function subscribed(): Promise<MqttClient> {
      const client = await connectDevice(brokers.edge.port, device);
      await client.subscribeAsync(`ep/1/${device.deviceCode}/down/#`, { qos: 1 });
      return client;
    }

    const stored = async () =>
      (await rowsOfDevice(database, 'measurement', device.deviceId)).map((row) =>
        Number(row['ts']),
      );
    const command = (id: string, lifeMs: number): DeviceCommand => ({
      ...sampleCommand(id),
      expiresAt: Date.now() + lifeMs,
    });
    const send = (code: string, id: string, lifeMs: number) =>
      gateway.gateway.link.send(code, command(id, lifeMs), () => lifeMs);
    /** Ids of the commands that a client has received, in order. */
    function idsReceivedBy(receiver: MqttClient): string[] {
      const ids: string[] = [];
      receiver.on('message', (_topic, payload) => ids.push(JSON.parse(payload.toString()).id));
      return ids;
    }
    /** Sends commands until one arrives: the bridge is connected. */
    const isBridged = async (ids: string[]) => {
      let count = 0;
      await pollUntil(
        async () => {
          count += 1;
          await send(device.deviceCode, `again-${ids.length}-${count}`, LONG_MS);
          await new Promise((resolve) => setTimeout(resolve, 100));
          return ids.some((id) => id.startsWith('again'));
        },
        (is) => is,
        30_000,
      );
    };
    const durable = (code: string, secret: string) =>
      mqtt.connect({
        host: '127.0.0.1',
        port: brokers.edge.port,
        protocolVersion: 4,
        clientId: code,
        username: code,
        password: secret,
        clean: false,
        reconnectPeriod: 0,
      });

    it('passes on a command with its remaining expiry interval', async () => {
      const listener = await connectDevice(brokers.edge.port, offline, { protocolVersion: 5 });
      const arrived = new Promise<IPublishPacket>((resolve) =>
        listener.once('message', (_topic, _payload, packet) => resolve(packet)),
      );
      await listener.subscribeAsync(`ep/1/${offline.deviceCode}/down/#`, { qos: 1 });
      expect(await send(offline.deviceCode, 'c-1', 30_500)).toBe('sent');
      const { properties, qos, retain } = await arrived;
      expect({ qos, retain }).toEqual({ qos: 1, retain: false });
      expect(properties?.messageExpiryInterval).toSatisfy(
        (left: number) => left > 20 && left <= 29,
      );
      await listener.endAsync();
    });

    it('does not deliver a command that expired at the edge while its device was offline', async () => {
      const { deviceCode, secret } = offline;
      const first = durable(deviceCode, secret);
      await first.subscribeAsync(`ep/1/${deviceCode}/down/#`, { qos: 1 });
      await first.endAsync();
      expect(await send(deviceCode, 'expires', SHORT_MS)).toBe('sent');
      expect(await send(deviceCode, 'lives', LONG_MS)).toBe('sent');
      await new Promise((resolve) => setTimeout(resolve, SHORT_MS));
      const second = durable(deviceCode, secret);
      const ids = idsReceivedBy(second);
      await pollUntil(
        () => ids,
        (all) => all.includes('lives'),
      );
      expect(ids).toEqual(['lives']);
      await second.endAsync();
    });

    it('keeps readings and delivers no command that expired while the line was cut', async () => {
      const client = await subscribed();
      const ids = idsReceivedBy(client);
      brokers.line.cut();
      expect(await send(device.deviceCode, 'cut', SHORT_MS)).toBe('sent');
      const now = Date.now();
      const sent = Array.from({ length: 200 }, (_, i) => now - 60_000 + i);
      for (const ts of sent) await publishUp(client, device.deviceCode, 'data', { ts, volPa: 230 });
      await new Promise((resolve) => setTimeout(resolve, SHORT_MS));
      // What a killed edge has saved is restored, with the queue of the bridge.
      await brokers.edge.stop('SIGTERM');
      await brokers.edge.start();
      brokers.line.restore();
      await pollUntil(stored, (all) => sent.every((ts) => all.includes(ts)), 30_000);
      const later = idsReceivedBy(await subscribed());
      await isBridged(later);
      expect([...ids, ...later]).not.toContain('cut');
    });

    it('keeps readings, and a device refuses a command that a frozen line delivers late', async () => {
      const { deviceCode, secret, deviceId } = breaker;
      const line = startSimulated({
        mqttPort: brokers.edge.port,
        code: deviceCode,
        secret,
        type: 'MT61',
      });
      const state = async () => (await rowsOfDevice(database, 'device_state', deviceId))[0];
      const initial = await pollUntil(
        state,
        (row) => typeof row?.['switch_action'] === 'string',
        20_000,
      );
      const replies: number[] = [];
      const watch = await mqtt.connectAsync(brokers.central.url, { protocolVersion: 5 });
      watch.on('message', (_topic, payload) => replies.push(JSON.parse(payload.toString()).code));
      await watch.subscribeAsync(`ep/1/${deviceCode}/up/reply`, { qos: 1 });

      const client = await subscribed();
      brokers.line.silence();
      expect(await send(deviceCode, 'frozen', SHORT_MS)).toBe('sent');
      const ts = Date.now() - 30_000;
      await publishUp(client, device.deviceCode, 'data', { ts, volPa: 230 });
      await new Promise((resolve) => setTimeout(resolve, SHORT_MS + 100));
      brokers.line.restore();
      await pollUntil(stored, (all) => all.includes(ts), 30_000);
      await pollUntil(
        () => replies,
        (all) => all.length > 0,
        30_000,
      );
      expect(replies).toEqual([410]);
      expect(await state()).toMatchObject({ switch_action: initial!['switch_action'] });
      await watch.endAsync();
      await line.stop();
    });
  });
});
