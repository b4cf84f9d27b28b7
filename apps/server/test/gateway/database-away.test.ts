/**
 * The database becomes unavailable and returns (docs/promises.md R4): acknowledged messages are
 * stored, and the others were not acknowledged.
 */
import type { MqttClient } from 'mqtt';
import { afterAll, expect, it } from 'vitest';
import { FULL_ROWS } from '../../src/areas/telemetry/ingest/batcher.ts';
import { describeWithDatabase, openTestDatabase } from '../support/databases.ts';
import { rowsOfDevice } from '../support/devices/device-rows.ts';
import { createTenant } from '../support/factories/tenant.ts';
import { buildTenantDevice, type TestDevice } from '../support/factories/tenant-device.ts';
import { fixture } from '../support/fixture.ts';
import { pollUntil } from '../support/programs/poll-until.ts';
import { databaseProxy } from '../support/programs/tcp-proxy.ts';
import { connectDevice, startTestGateway } from '../support/start-gateway.ts';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

describeWithDatabase('an unavailable database', (direct) => {
  const tenant = fixture(() => createTenant(direct, { label: 'away', now: Date.now() }));
  const proxy = fixture(() => databaseProxy(direct));
  const proxied = fixture(() => openTestDatabase(proxy.databaseUrl, quiet));
  const gateway = fixture(() => startTestGateway(proxied));
  afterAll(() => proxy.restore());

  async function device(): Promise<TestDevice & { client: MqttClient }> {
    const added = await buildTenantDevice(direct, tenant);
    const client = await connectDevice(gateway.port, added, { keepalive: 5 });
    return { ...added, client };
  }

  /**
   * Publishes the messages with that many readings each; returns a count of the acknowledged ones.
   */
  function stream(
    { client, deviceCode }: TestDevice & { client: MqttClient },
    messages: number,
    readingsEach: number,
  ) {
    let acknowledged = 0;
    const now = Date.now();
    const all = Array.from({ length: messages }, (_, m) => {
      const readings = Array.from({ length: readingsEach }, (_, r) => ({
        ts: now - m * readingsEach - r,
        volPa: 230,
      }));
      return client
        .publishAsync(`ep/1/${deviceCode}/up/data`, JSON.stringify(readings), { qos: 1 })
        .then(() => {
          acknowledged += 1;
        });
    });
    return { done: Promise.all(all), acknowledged: () => acknowledged };
  }

  it.each(['cut', 'silence'] as const)(
    'causes no acknowledgement and no loss (connection fault: %s)',
    async (fault) => {
      const one = await device();
      await stream(one, 20, 1).done;
      const failuresBefore = gateway.ingest.counters.failures;
      proxy[fault]();
      const during = stream(one, 50, 1);
      if (fault === 'cut') {
        await pollUntil(
          () => gateway.ingest.counters.failures - failuresBefore,
          (failures) => failures >= 4,
        );
      } else {
        await pollUntil(
          () => gateway.ingest.backlog,
          (backlog) => backlog > 0,
        );
        // A ping returns over the same connection while nothing is acknowledged.
        one.client.sendPing();
        await new Promise<void>((resolve) => one.client.once('packetreceive', () => resolve()));
      }
      expect(during.acknowledged()).toBe(0);
      proxy.restore();
      await during.done;
      const rows = await rowsOfDevice(direct, 'measurement', one.deviceId);
      expect(rows.length).toBeGreaterThanOrEqual(50);
      expect(await rowsOfDevice(direct, 'rejected_message', one.deviceId)).toEqual([]);
    },
  );

  it('limits the readings in memory, and sockets are read again when it is back', async () => {
    const devices = await Promise.all([device(), device(), device(), device()]);
    proxy.cut();
    const streams = devices.map((one) => stream(one, 200, 100));
    let most = 0;
    const failuresBefore = gateway.ingest.counters.failures;
    await pollUntil(
      () => {
        most = Math.max(most, gateway.ingest.backlog);
        return gateway.ingest.counters.failures - failuresBefore;
      },
      (failures) => failures >= 4 && gateway.ingest.isFull,
    );
    expect(most).toBeGreaterThanOrEqual(FULL_ROWS);
    // The excess is the data that one read of each socket added above the limit.
    expect(most).toBeLessThan(FULL_ROWS * 1.75);
    expect(streams.map((each) => each.acknowledged())).toEqual([0, 0, 0, 0]);
    proxy.restore();
    await Promise.all(streams.map((each) => each.done));
    for (const { deviceId } of devices) {
      expect(await rowsOfDevice(direct, 'measurement', deviceId)).toHaveLength(20_000);
    }
    expect(gateway.ingest.backlog).toBe(0);
    expect(devices.every(({ client }) => client.connected)).toBe(true);
  });

  it('makes sign-in answer "server unavailable", and devices can connect when it is back', async () => {
    const added = await buildTenantDevice(direct, tenant);
    proxy.cut();
    await expect(connectDevice(gateway.port, added)).rejects.toMatchObject({ code: 3 });
    proxy.restore();
    await pollUntil(
      () => connectDevice(gateway.port, added).catch(() => undefined),
      (connected) => connected !== undefined,
    );
  });

  it('ends a connection whose device connected to another process meanwhile', async () => {
    const other = await startTestGateway(direct);
    const one = await device();
    const stays = await device();
    const isLinked = async (deviceId: number, ctx: { processId: string }) => {
      const rows = await rowsOfDevice(direct, 'device_state', deviceId);
      return rows[0]?.['link_process'] === ctx.processId;
    };
    for (const { deviceId } of [one, stays]) {
      await pollUntil(
        () => isLinked(deviceId, gateway.ctx),
        (is) => is,
      );
    }
    const ended = new Promise<void>((resolve) => one.client.once('close', () => resolve()));
    proxy.cut();
    // The notification of this takeover does not reach the process without a database.
    const newer = await connectDevice(other.port, one);
    await pollUntil(
      () => isLinked(one.deviceId, other.ctx),
      (is) => is,
    );
    expect(one.client.connected).toBe(true);
    proxy.restore();
    await ended;
    expect(newer.connected).toBe(true);
    expect(stays.client.connected).toBe(true);
    expect(await isLinked(one.deviceId, other.ctx)).toBe(true);
  });
});
