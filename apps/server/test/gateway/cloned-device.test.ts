/** Two devices with one secret: detected, blocked for a while, reported (docs/promises.md G4). */
import type { MqttClient } from 'mqtt';
import { expect, it } from 'vitest';
import { describeWithDatabase } from '../support/databases.ts';
import { createTenant } from '../support/factories/tenant.ts';
import { buildTenantDevice } from '../support/factories/tenant-device.ts';
import { manualClock } from '../support/manual-clock.ts';
import { pollUntil } from '../support/programs/poll-until.ts';
import { size } from '../support/sizes.ts';
import { connectDevice, startTestGateway } from '../support/start-gateway.ts';

const SERVER_UNAVAILABLE = 3;

describeWithDatabase('a secret used by two devices', (database) => {
  it('is blocked after the eleventh takeover, with an alarm, and accepted again five minutes later', async () => {
    const tenant = await createTenant(database, { label: 'cloned', now: Date.now() });
    const clock = manualClock(Date.now());
    const gateway = await startTestGateway(database, { clock });
    const device = await buildTenantDevice(database, tenant);
    const clients: MqttClient[] = [];
    const codes: unknown[] = [];
    for (let i = 0; i < size('takeovers'); i += 1) {
      try {
        clients.push(await connectDevice(gateway.port, device));
      } catch (error) {
        codes.push((error as { code?: unknown }).code);
      }
    }
    expect(clients.length).toBeLessThanOrEqual(12);
    expect(clients.length).toBeGreaterThanOrEqual(11);
    expect(codes.slice(1)).toEqual(codes.slice(1).map(() => SERVER_UNAVAILABLE));
    expect(gateway.gateway.link.isConnected(device.deviceCode)).toBe(false);
    const alarms = () =>
      database.db
        .selectFrom('alarm')
        .select(['alarm_type', 'ended_at'])
        .where('device_id', '=', device.deviceId)
        .where('alarm_type', '=', 'clonedCredentials')
        .execute();
    expect(await pollUntil(alarms, (rows) => rows.length > 0)).toMatchObject([{ ended_at: null }]);
    const { cause } = await pollUntil(
      () =>
        database.db
          .selectFrom('device_connection')
          .select('cause')
          .where('device_id', '=', device.deviceId)
          .orderBy('device_connection_id', 'desc')
          .executeTakeFirstOrThrow(),
      (row) => row.cause === 'cloned',
    );
    expect(cause).toBe('cloned');

    // Another device is not affected, and the blocked one can connect again after the block.
    const other = await buildTenantDevice(database, tenant);
    clients.push(await connectDevice(gateway.port, other));
    clock.advance(5 * 60_000);
    const back = await connectDevice(gateway.port, device);
    await back.subscribeAsync(`ep/1/${device.deviceCode}/down/command`, { qos: 1 });
    expect(gateway.gateway.link.isConnected(device.deviceCode)).toBe(true);
    for (const client of [...clients, back]) client.end(true);
    await gateway.stop();
  });
});
