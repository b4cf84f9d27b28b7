/**
 * The topics of devices of other manufacturers at a mosquitto without accounts: which messages are
 * taken, by which process, and as how old (docs/adr/0081).
 */
import { SHELLY_SWITCH, TASMOTA_SENSOR } from '@busbar/device-protocol/test/captured-messages';
import mqtt, { type MqttClient } from 'mqtt';
import { describe, expect, it } from 'vitest';
import { QUALITY_ARRIVAL } from '../../../src/areas/telemetry/ingest/work.ts';
import { describeWithDatabase } from '../../support/databases.ts';
import { rowsOfDevice } from '../../support/devices/device-rows.ts';
import { eventually } from '../../support/eventually.ts';
import { createTenant } from '../../support/factories/tenant.ts';
import { buildTenantDevice, type TestDevice } from '../../support/factories/tenant-device.ts';
import { fixture } from '../../support/fixture.ts';
import { mosquittoProgram } from '../../support/programs/mosquitto.ts';
import { sampleCommand } from '../../support/sample-commands.ts';
import type { TestGateway } from '../../support/start-gateway.ts';
import { brokerSessionRig } from './broker-session-rig.ts';

type Other = 'shelly' | 'tasmota';

describe.skipIf(mosquittoProgram === undefined)('topics of other manufacturers', () => {
  describeWithDatabase('with mosquitto', (database) => {
    const { broker, clients, join, leave, tenant } = brokerSessionRig(database);
    const other = fixture(() => createTenant(database, { label: 'former', now: Date.now() }));
    const rows = (table: Parameters<typeof rowsOfDevice>[1], { deviceId }: TestDevice) =>
      rowsOfDevice(database, table, deviceId);
    const readings = (device: TestDevice) => eventually(() => rows('measurement', device));
    const actionOf = (device: TestDevice) =>
      eventually(async () => (await rows('device_state', device))[0]?.['switch_action']);
    const refused = ({ gateway }: TestGateway) =>
      eventually(() => gateway.drivers.mqtt.counters.refusedMessages);

    async function client(): Promise<MqttClient> {
      const connected = await mqtt.connectAsync({ host: '127.0.0.1', port: broker.port });
      clients.push(connected);
      return connected;
    }
    const publish = async (by: MqttClient, topic: string, payload: unknown, retain = false) => {
      const text = typeof payload === 'string' ? payload : JSON.stringify(payload);
      await by.publishAsync(topic, text, { qos: 1, retain });
    };
    const notified = (gateway: TestGateway, { deviceId, deviceCode }: TestDevice) =>
      gateway.bus.publish('device.changed', {
        ...{ customerId: tenant.customerId, deviceId, deviceCode },
        credentialsEnded: false,
      });
    let voltage = 100;
    /** Waits until the platform has subscribed, and has stored everything published before. */
    async function heard(by: MqttClient, device: TestDevice, protocol: Other): Promise<void> {
      voltage += 1;
      const last = voltage;
      const { deviceCode } = device;
      const say = (value: number) =>
        protocol === 'tasmota'
          ? publish(by, `tele/${deviceCode}/SENSOR`, { ENERGY: { Voltage: value } })
          : publish(by, `${deviceCode}/status/switch:0`, { id: 0, voltage: value });
      const count = async (value: number) =>
        (await rows('measurement', device)).filter((row) => row['voltage_a_v'] === value).length;
      await eventually(async () => {
        await say(last + 0.5);
        return count(last + 0.5);
      }).toBeGreaterThan(0);
      await say(last);
      await eventually(() => count(last)).toBe(1);
    }
    async function remove({ deviceId }: TestDevice): Promise<void> {
      await database.db
        .updateTable('device')
        .set({ deleted_at: new Date() })
        .where('device_id', '=', deviceId)
        .execute();
      await database.db.deleteFrom('device_code').where('device_id', '=', deviceId).execute();
    }

    it('follow a device that is registered while the platform runs', async () => {
      const gateway = await join();
      const by = await client();
      const device = await buildTenantDevice(database, tenant, { protocol: 'shelly' });
      notified(gateway, device);
      await heard(by, device, 'shelly');
      await publish(by, `${device.deviceCode}/events/rpc`, {
        method: 'NotifyStatus',
        params: { ts: Date.now() / 1000, 'switch:0': SHELLY_SWITCH },
      });
      await actionOf(device).toMatch(/^close/);
    });

    it('give no old retained state, whatever was retained before the registration', async () => {
      const device = await buildTenantDevice(database, tenant, { protocol: 'tasmota' });
      const { deviceCode } = device;
      const by = await client();
      await publish(by, `stat/${deviceCode}/POWER`, 'OFF', true);
      await publish(by, `tele/${deviceCode}/SENSOR`, { ENERGY: { Voltage: 90 } }, true);
      await publish(by, `tele/${deviceCode}/LWT`, 'Offline', true);
      await join();
      await heard(by, device, 'tasmota');
      expect((await rows('measurement', device)).map((row) => row['voltage_a_v'])).not.toContain(
        111,
      );
      expect(await rows('switch_event', device)).toEqual([]);
      expect((await rows('device_state', device))[0]?.['connected']).toBe(true);
      // A retained message counts when it is published.
      await publish(by, `stat/${deviceCode}/POWER`, 'ON', true);
      await actionOf(device).toBe('closeByManual');
    });

    it('belong to the process that holds the session, and to another one after it', async () => {
      const device = await buildTenantDevice(database, tenant, { protocol: 'tasmota' });
      const { deviceCode } = device;
      const both = [await join(), await join()];
      const by = await client();
      await heard(by, device, 'tasmota');
      const holders = () => both.filter(({ gateway }) => gateway.link.isConnected(deviceCode));
      await eventually(() => holders().length).toBe(1);
      const [first] = holders();
      const second = both.find((one) => one !== first)!;
      expect(await second.gateway.link.send(deviceCode, sampleCommand(), () => 30_000)).toBe(
        'not-connected',
      );
      await publish(by, `stat/${deviceCode}/POWER`, 'ON');
      await actionOf(device).toBe('closeByManual');
      await leave(first!);
      await publish(by, `stat/${deviceCode}/POWER`, 'OFF');
      await actionOf(device).toBe('openByManual');
      await eventually(() => second.gateway.link.isConnected(deviceCode)).toBe(true);
    });

    it('carry a command with its expiry, and none that is too late', async () => {
      const device = await buildTenantDevice(database, tenant, { protocol: 'tasmota' });
      const { deviceCode } = device;
      const { gateway } = await join();
      const own = await mqtt.connectAsync(broker.url, { protocolVersion: 5 });
      clients.push(own);
      await heard(own, device, 'tasmota');
      await eventually(() => gateway.link.isConnected(deviceCode)).toBe(true);
      const commands: unknown[] = [];
      own.on('message', (topic, payload, { retain, properties }) => {
        const text = payload.toString();
        if (text !== '') {
          commands.push({ topic, text, retain, expiry: properties?.messageExpiryInterval });
        }
      });
      await own.subscribeAsync(`cmnd/${deviceCode}/#`, { qos: 1 });
      const send = (command: ReturnType<typeof sampleCommand>, leftMs: number) =>
        gateway.link.send(deviceCode, command, () => leftMs);
      expect(await send(sampleCommand('late'), 1_900)).toBe('too-late');
      expect(await send(sampleCommand('now'), 30_500)).toBe('sent');
      await eventually(() => commands).toEqual([
        {
          ...{ topic: `cmnd/${deviceCode}/POWER`, text: 'OFF', retain: false },
          expiry: expect.toSatisfy((left: number) => left === 28 || left === 29),
        },
      ]);
      const lock = { ...sampleCommand('lock'), op: 'switch', to: 'lock' } as const;
      expect(await send(lock as never, 30_000)).toBe('not-supported');
    });

    it('wait at the broker, and are then as old as the last time without a queue', async () => {
      const device = await buildTenantDevice(database, tenant, { protocol: 'tasmota' });
      const by = await client();
      const gateway = await join();
      await heard(by, device, 'tasmota');
      const before = (await rows('measurement', device)).length;
      await leave(gateway);
      const stoppedAt = Date.now();
      await publish(by, `tele/${device.deviceCode}/SENSOR`, { ENERGY: { Voltage: 99 } });
      await publish(by, `stat/${device.deviceCode}/POWER`, 'OFF');
      await join();
      await readings(device).toHaveLength(before + 1);
      const waited = (await rows('measurement', device)).find((row) => row['voltage_a_v'] === 99);
      expect(waited).toMatchObject({ quality: QUALITY_ARRIVAL });
      expect(Number(waited?.['ts'])).toBeLessThanOrEqual(stoppedAt);
      const [event] = await rows('switch_event', device);
      expect(Number(event?.['occurred_at'])).toBeLessThanOrEqual(stoppedAt);
    });

    it('are refused and no longer subscribed to after their device was deleted', async () => {
      const device = await buildTenantDevice(database, tenant, { protocol: 'tasmota' });
      const by = await client();
      const first = await join();
      await heard(by, device, 'tasmota');
      const stored = (await rows('measurement', device)).length;
      await leave(first);
      await remove(device);
      const second = await join();
      const topic = `tele/${device.deviceCode}/SENSOR`;
      await publish(by, topic, TASMOTA_SENSOR);
      await refused(second).toBe(1);
      const known = await buildTenantDevice(database, tenant, { protocol: 'tasmota' });
      notified(second, known);
      await heard(by, known, 'tasmota');
      const count = () => second.gateway.drivers.mqtt.counters.refusedMessages ?? 0;
      await eventually(async () => {
        const before = count();
        await publish(by, topic, TASMOTA_SENSOR);
        await heard(by, known, 'tasmota');
        return count() - before;
      }).toBe(0);
      expect(await rows('measurement', device)).toHaveLength(stored);
    });

    it('are refused in the protocol of another device', async () => {
      const device = await buildTenantDevice(database, tenant, { protocol: 'shelly' });
      const own = await buildTenantDevice(database, tenant);
      const gateway = await join();
      const by = await client();
      await heard(by, device, 'shelly');
      const stored = (await rows('measurement', device)).length;
      await publish(by, `ep/1/${device.deviceCode}/up/data`, { ts: Date.now(), volPa: 1 });
      await refused(gateway).toBe(1);
      await publish(by, `tele/${device.deviceCode}/SENSOR`, TASMOTA_SENSOR);
      await publish(by, `tele/${own.deviceCode}/SENSOR`, TASMOTA_SENSOR);
      await publish(by, `${own.deviceCode}/status/switch:0`, { id: 0, voltage: 231 });
      await publish(by, `${device.deviceCode}/status/switch:0`, { id: 0, voltage: 232 });
      await readings(device).toHaveLength(stored + 1);
      expect(await rows('measurement', own)).toEqual([]);
    });

    it('are not those of a new owner if they are older than the registration', async () => {
      const former = await buildTenantDevice(database, other, { protocol: 'tasmota' });
      const { deviceCode } = former;
      const by = await client();
      const gateway = await join();
      await heard(by, former, 'tasmota');
      await leave(gateway);
      await publish(by, `stat/${deviceCode}/POWER`, 'OFF');
      await remove(former);
      const device = await buildTenantDevice(database, tenant, { protocol: 'tasmota', deviceCode });
      const next = await join();
      await refused(next).toBe(1);
      expect(await rows('switch_event', device)).toEqual([]);
      expect(await rows('rejected_message', device)).toEqual([]);
      await heard(by, device, 'tasmota');
    });
  });
});
