/**
 * A device that subscribes at QoS 0 sends no PUBACK: its answer shows that it has received a command
 * (docs/promises.md C2).
 */
import { expect, it } from 'vitest';
import { describeWithDatabase } from '../../support/databases.ts';
import { rowsOfDevice } from '../../support/devices/device-rows.ts';
import { TasmotaDevice } from '../../support/devices/tasmota-device.ts';
import { eventually } from '../../support/eventually.ts';
import { createTenant } from '../../support/factories/tenant.ts';
import { buildTenantDevice } from '../../support/factories/tenant-device.ts';
import { fixture } from '../../support/fixture.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { sampleCommand } from '../../support/sample-commands.ts';
import { startTestGateway } from '../../support/start-gateway.ts';

describeWithDatabase('a command at QoS 0 to a device of another manufacturer', (database) => {
  const tenant = fixture(() => createTenant(database, { label: 'half', now: Date.now() }));
  const clock = fixture(async () => manualClock(Date.now()));
  const gateway = fixture(() => startTestGateway(database, { clock }));

  async function commanded() {
    const device = await buildTenantDevice(database, tenant, { protocol: 'tasmota' });
    const tasmota = await TasmotaDevice.connect(gateway.port, device);
    await tasmota.subscribe(0);
    await tasmota.power('ON');
    const { link } = gateway.gateway;
    await eventually(() => link.isConnected(device.deviceCode)).toBe(true);
    expect(await link.send(device.deviceCode, sampleCommand(), () => 60_000)).toBe('sent');
    await eventually(() => tasmota.switched).toHaveLength(1);
    return { ...device, tasmota, link };
  }

  it('closes the connection if it is not answered within 5 s', async () => {
    const { deviceCode, deviceId, tasmota, link } = await commanded();
    clock.advance(4_900);
    expect(link.isConnected(deviceCode)).toBe(true);
    await tasmota.power('ON');
    clock.advance(200);
    await tasmota.ended;
    expect(link.isConnected(deviceCode)).toBe(false);
    const isOnline = async () => (await rowsOfDevice(database, 'device_state', deviceId))[0];
    await eventually(isOnline).toMatchObject({ connected: false });
  });

  it('leaves the connection open if its position has been reported', async () => {
    const { deviceCode, tasmota, link } = await commanded();
    await tasmota.power('OFF');
    clock.advance(6_000);
    await tasmota.power('OFF');
    expect(link.isConnected(deviceCode)).toBe(true);
  });

  it('leaves the connection open if one message has the positions of two relays', async () => {
    const options = { protocol: 'tasmota', slaves: [2] } as const;
    const device = await buildTenantDevice(database, tenant, options);
    const tasmota = await TasmotaDevice.connect(gateway.port, device);
    await tasmota.subscribe(0);
    const state = (position: 'ON' | 'OFF') =>
      tasmota.publish('tele', 'STATE', { Uptime: '1', POWER1: position, POWER2: position });
    await tasmota.sense({});
    await state('ON');
    const { link } = gateway.gateway;
    await eventually(() => link.isConnected(device.deviceCode)).toBe(true);
    for (const command of [sampleCommand('c-1'), sampleCommand('c-2', 'slaves', 2)]) {
      expect(await link.send(device.deviceCode, command, () => 60_000)).toBe('sent');
    }
    await eventually(() => tasmota.switched).toHaveLength(2);
    await state('OFF');
    clock.advance(6_000);
    await state('OFF');
    expect(link.isConnected(device.deviceCode)).toBe(true);
  });

  it('is not encoded if the protocol has no such command', async () => {
    const { deviceCode, tasmota, link } = await commanded();
    const lock = { op: 'switch', to: 'lock', id: 'c-2', expiresAt: Date.now() + 60_000 } as const;
    expect(await link.send(deviceCode, lock, () => 60_000)).toBe('not-supported');
    await tasmota.power('OFF');
    expect(tasmota.switched).toHaveLength(1);
  });
});
