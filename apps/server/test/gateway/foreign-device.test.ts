/** A third-party device client: Debian's mosquitto_pub and mosquitto_sub. */
import { execFile, spawn, spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { latestMeasurement } from '../../src/areas/fleet/readings/latest-queries.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { createTenant } from '../support/factories/tenant.ts';
import { buildTenantDevice, type TestDevice } from '../support/factories/tenant-device.ts';
import { pollUntil } from '../support/programs/poll-until.ts';
import { sampleCommand } from '../support/sample-commands.ts';
import { startTestGateway } from '../support/start-gateway.ts';

const run = promisify(execFile);
const isInstalled = ['mosquitto_pub', 'mosquitto_sub'].every(
  (program) => spawnSync(program, ['--help']).error === undefined,
);
if (!isInstalled) {
  console.error(
    '\n!!! NO MOSQUITTO CLIENTS FOUND: the foreign device is SKIPPED. Install them with: apt-get install mosquitto-clients\n',
  );
}

function as(device: TestDevice, port: number): string[] {
  return [
    ...['-h', '127.0.0.1', '-p', String(port), '-V', 'mqttv311', '-q', '1'],
    ...['-i', device.deviceCode, '-u', device.deviceCode, '-P', device.secret],
    ...['--will-topic', `ep/1/${device.deviceCode}/up/offline`, '--will-qos', '1'],
  ];
}

describe.skipIf(!isInstalled)('mosquitto', () => {
  describeWithDatabase('as a device', (database) => {
    it('has its readings stored, receives commands, and is refused with a wrong secret', async () => {
      const tenant = await createTenant(database, { label: 'foreign', now: Date.now() });
      const gateway = await startTestGateway(database);
      const device = await buildTenantDevice(database, tenant);
      const { deviceCode, deviceId } = device;

      const ts = Date.now();
      const payload = JSON.stringify({ ts, volPa: 230.1, curA: 4.2, insP: 0.966 });
      await run('mosquitto_pub', [
        ...as(device, gateway.port),
        ...['-t', `ep/1/${deviceCode}/up/data`, '-m', payload],
      ]);
      // mosquitto_pub exits when its message is acknowledged; by then it is stored.
      expect(await latestMeasurement(database.db, tenant.customerId, deviceId)).toEqual({
        ts,
        measurement: { voltageA: 230.1, currentA: 4.2, activePower: 0.966 },
      });

      const wrong = { ...device, secret: 'wrong' };
      await expect(
        run('mosquitto_pub', [
          ...as(wrong, gateway.port),
          ...['-t', `ep/1/${deviceCode}/up/data`, '-m', payload],
        ]),
      ).rejects.toMatchObject({ stderr: expect.stringContaining('bad user name or password') });

      const subscriber = spawn('mosquitto_sub', [
        ...as(device, gateway.port),
        ...['-t', `ep/1/${deviceCode}/down/#`, '-C', '1', '-F', '%q %r %t %p'],
      ]);
      const line = new Promise<string>((resolve) =>
        createInterface(subscriber.stdout).once('line', resolve),
      );
      const left = new Promise<number | null>((resolve) => subscriber.once('exit', resolve));
      const { link } = gateway.gateway;
      await pollUntil(
        () => link.isConnected(deviceCode),
        (connected) => connected,
      );
      const command = { ...sampleCommand('c-1'), expiresAt: ts };
      expect(await link.send(deviceCode, command, () => 30_000)).toBe('sent');
      const sent = JSON.stringify({ id: 'c-1', exp: ts, op: 'switch', args: { to: 'open' } });
      expect(await line).toBe(`1 0 ep/1/${deviceCode}/down/command ${sent}`);
      expect(await left).toBe(0);
      await gateway.stop();
    });
  });
});
