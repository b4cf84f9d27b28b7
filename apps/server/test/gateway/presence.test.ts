/**
 * Online, late, offline (device protocol, "Online, late, offline"): rows and events; a connection
 * without traffic is closed (docs/promises.md G7).
 */
import type { DeviceInfo } from '@busbar/domain/device/device-report';
import { SHORTEST_WINDOW_MS } from '@busbar/domain/device/presence';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { findLinks } from '../../src/areas/telemetry/ingest/link-queries.ts';
import { writeInfo } from '../../src/areas/telemetry/ingest/write-info.ts';
import type { LinkDevice } from '../../src/areas/telemetry/presence/link-device.ts';
import { wakePresence } from '../../src/areas/telemetry/presence/offline.ts';
import {
  findNewlyOffline,
  nextOffline,
} from '../../src/areas/telemetry/presence/offline-queries.ts';
import type { BusEvents } from '../../src/bus.ts';
import { JOBS, startJobs } from '../../src/jobs/jobs.ts';
import { describeWithDatabase, exclusive } from '../support/databases.ts';
import { rowsOfDevice } from '../support/devices/device-rows.ts';
import { createTenant } from '../support/factories/tenant.ts';
import { buildTenantDevice, type DeviceOptions } from '../support/factories/tenant-device.ts';
import { fixture } from '../support/fixture.ts';
import { manualClock } from '../support/manual-clock.ts';
import { pollUntil } from '../support/programs/poll-until.ts';
import { connectDevice, publishUp, startTestGateway } from '../support/start-gateway.ts';

describeWithDatabase('a device', (database) => {
  const tenant = fixture(() => createTenant(database, { label: 'presence', now: Date.now() }));
  let stopJobs: () => Promise<void>;
  const events: BusEvents['presence.changed'][] = [];

  const clock = fixture(async () => manualClock(Date.now()));
  const gateway = fixture(() => startTestGateway(database, { clock }));
  beforeAll(async () => {
    gateway.bus.subscribe('presence.changed', (event) => events.push(event));
    stopJobs = await startJobs(gateway.ctx);
  });
  afterAll(async () => {
    await stopJobs();
  });

  const told = (deviceId: number) =>
    events.filter((event) => event.deviceId === deviceId).map((event) => event.presence);
  const becomes = (deviceId: number, presences: readonly string[]) =>
    pollUntil(
      () => told(deviceId),
      (answer) => JSON.stringify(answer) === JSON.stringify(presences),
    );

  async function device(options: DeviceOptions = {}) {
    const added = await buildTenantDevice(database, tenant, options);
    const client = await connectDevice(gateway.port, added);
    await becomes(added.deviceId, ['online']);
    return { ...added, client };
  }

  const stateOf = async (deviceId: number) =>
    (await rowsOfDevice(database, 'device_state', deviceId))[0]!;

  /** Advances the clock in steps, and runs every job in each step. */
  async function pass(seconds: number): Promise<void> {
    for (let gone = 0; gone < seconds; gone += 5) {
      clock.advance(5000);
      await database.ping();
    }
  }

  it('is online as soon as it has connected', async () => {
    const { deviceId } = await device();
    expect(await stateOf(deviceId)).toMatchObject({
      connected: true,
      connected_at: clock.now(),
      heard_at: clock.now(),
      link_process: gateway.ctx.processId,
    });
  });

  it('is offline as soon as its connection breaks, with or without a will', async () => {
    for (const will of [undefined, 'offline']) {
      const added = await buildTenantDevice(database, tenant);
      const client = await connectDevice(
        gateway.port,
        added,
        will === undefined
          ? {}
          : {
              will: {
                topic: `ep/1/${added.deviceCode}/up/${will}`,
                payload: Buffer.alloc(0),
                qos: 1,
                retain: false,
              },
            },
      );
      await becomes(added.deviceId, ['online']);
      client.stream.destroy();
      client.end(true);
      await becomes(added.deviceId, ['online', 'offline']);
      expect(await stateOf(added.deviceId)).toMatchObject({ connected: false });
    }
  });

  it('is online once when its second connection takes over', async () => {
    const { deviceId, client, ...added } = await device();
    const ended = new Promise<void>((resolve) => client.once('close', () => resolve()));
    const second = await connectDevice(gateway.port, added);
    await ended;
    await publishUp(second, added.deviceCode, 'data', { volPa: 230 });
    expect(told(deviceId)).toEqual(['online']);
    expect(await stateOf(deviceId)).toMatchObject({ connected: true });
    await second.endAsync();
    await becomes(deviceId, ['online', 'offline']);
  });

  it('is late after three intervals without messages, online when it reports, offline after ten minutes', async () => {
    const { deviceId, deviceCode, client } = await device({ expectedIntervalS: 60 });
    const keepAlive = () => client.sendPing();
    const passAlive = async (seconds: number) => {
      for (let gone = 0; gone < seconds; gone += 60) {
        keepAlive();
        await new Promise<void>((resolve) => client.once('packetreceive', () => resolve()));
        await pass(60);
      }
    };
    await passAlive(120);
    expect(told(deviceId)).toEqual(['online']);
    await passAlive(120);
    await becomes(deviceId, ['online', 'late']);
    await publishUp(client, deviceCode, 'data', { volPa: 230 });
    await becomes(deviceId, ['online', 'late', 'online']);
    await passAlive(240);
    await becomes(deviceId, ['online', 'late', 'online', 'late']);
    await passAlive(420);
    await becomes(deviceId, ['online', 'late', 'online', 'late', 'offline']);
  });

  it('is checked when it may have become late, and not earlier', async () => {
    const { deviceId } = await device({ expectedIntervalS: 60 });
    const { db } = database;
    const heardAt = clock.now();
    const windowEnd = heardAt + 3 * 60_000;
    const silentAt = async (at: number) =>
      (await findNewlyOffline(db, heardAt, at)).some(
        (message) => message.name === 'presence.changed' && message.event.deviceId === deviceId,
      );
    expect(await nextOffline(db, windowEnd)).toBe(windowEnd + 1);
    expect(await silentAt(windowEnd)).toBe(false);
    expect(await silentAt(windowEnd + 1)).toBe(true);
    expect(await nextOffline(db, windowEnd + 1)).toBeGreaterThan(windowEnd + 1);
    // A device that reported after a check cannot be late before the next scheduled check.
    const { everyMs } = JOBS.find(({ name }) => name === 'presence')!;
    expect(SHORTEST_WINDOW_MS).toBeGreaterThan(everyMs);
  });

  it('is checked again when a connection changes', async () => {
    const wake = vi.fn();
    const stopWaking = wakePresence(gateway.ctx, wake);
    await device();
    expect(wake).toHaveBeenCalled();
    stopWaking();
  });

  it('is disconnected if it stays silent beyond its keep-alive', async () => {
    const added = await buildTenantDevice(database, tenant);
    const client = await connectDevice(gateway.port, added, { keepalive: 0 });
    await becomes(added.deviceId, ['online']);
    const ended = new Promise<void>((resolve) => client.once('close', () => resolve()));
    await pass(95);
    await ended;
    await becomes(added.deviceId, ['online', 'offline']);
  });

  it('reports its versions, nameplate, band and signal', async () => {
    const { deviceId, deviceCode, client } = await device();
    const changes: number[] = [];
    const stop = gateway.ctx.bus.subscribe('device.changed', (event) => {
      changes.push(event.deviceId);
    });
    const info = {
      deviceType: 'MT61',
      band: '4G',
      csq: 23,
      hVersion: '1.2',
      sVersion: '3.4.1',
      ratedVol: 230.1,
      ratedCur: 63,
    };
    await publishUp(client, deviceCode, 'info', info);
    // The device reports them on every connect, but lists are read again only after a change.
    await publishUp(client, deviceCode, 'info', info);
    expect(changes).toEqual([deviceId]);
    stop();
    const row = await database.db
      .selectFrom('device')
      .selectAll()
      .where('device_id', '=', deviceId)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      band: '4G',
      hardware_version: '1.2',
      software_version: '3.4.1',
      rated_voltage_v: 230.1,
      rated_current_a: 63,
    });
    expect(await stateOf(deviceId)).toMatchObject({ signal_csq: 23 });
    await publishUp(client, deviceCode, 'info', { csq: 11 });
    await publishUp(client, deviceCode, 'info', { csq: 11 });
    expect(await stateOf(deviceId)).toMatchObject({ signal_csq: 11 });
    // There is one event for each change.
    expect(
      events
        .filter((event) => event.deviceId === deviceId)
        .map(({ csq, heardAt }) => [csq, heardAt]),
    ).toEqual([null, 23, 11].map((csq) => [csq, clock.now()]));
    const again = await database.db
      .selectFrom('device')
      .select(['band', 'software_version'])
      .where('device_id', '=', deviceId)
      .executeTakeFirstOrThrow();
    expect(again).toEqual({ band: '4G', software_version: '3.4.1' });
  });

  it('has one event for each change of its signal, also after a failed attempt', async () => {
    const { deviceCode } = await buildTenantDevice(database, tenant);
    const { device: stored } = (await findLinks(database.db, [deviceCode])).get(deviceCode)!;
    const eventsOf = (copy: LinkDevice, csq: number) =>
      database.transaction((trx) => writeInfo(gateway.ctx, trx, copy, { csq } as DeviceInfo));
    const copy = { ...stored };
    expect(await eventsOf(copy, 17)).toMatchObject([{ event: { csq: 17 } }]);
    // Another copy of the device, which was read before the signal was stored.
    expect(await eventsOf({ ...stored }, 17)).toEqual([]);
    const failed = database.transaction(async (trx) => {
      await writeInfo(gateway.ctx, trx, copy, { csq: 9 } as DeviceInfo);
      throw new Error('the batch cannot be stored');
    });
    await expect(failed).rejects.toThrow();
    expect(await eventsOf(copy, 9)).toMatchObject([{ event: { csq: 9 } }]);
  });

  it('registers its slaves if it is a gateway, and delivers their readings from the next message on', async () => {
    const { deviceCode, client } = await device({ kind: 'gateway' });
    const info = publishUp(client, deviceCode, 'info', { deviceType: 'MT88C', slaves: [2, 5] });
    const data = publishUp(client, deviceCode, 'data', [
      { ad: 2, volPa: 232 },
      { ad: 5, volPa: 235 },
      { ad: 6, volPa: 236 },
    ]);
    await Promise.all([info, data]);
    const slaves = await database.db
      .selectFrom('device')
      .select(['device_id', 'device_code', 'slave_address'])
      .where('kind', '=', 'slave')
      .where('device_code', 'like', `${deviceCode}-%`)
      .orderBy('slave_address')
      .execute();
    expect(slaves.map(({ device_code }) => device_code)).toEqual([
      `${deviceCode}-2`,
      `${deviceCode}-5`,
    ]);
    for (const slave of slaves) {
      expect(await rowsOfDevice(database, 'measurement', slave.device_id)).toHaveLength(1);
      await becomes(slave.device_id, ['online']);
    }
    await client.endAsync();
    for (const slave of slaves) await becomes(slave.device_id, ['online', 'offline']);
  });

  it('is online even if its slave is silent', async () => {
    const { slaveIds, deviceCode, client } = await device({ kind: 'gateway', slaves: [1, 2] });
    await publishUp(client, deviceCode, 'data', { ad: 1, volPa: 230 });
    await becomes(slaveIds.get(1)!, ['late', 'online']);
    expect(told(slaveIds.get(2)!)).toEqual(['late']);
    expect((await rowsOfDevice(database, 'device_state', slaveIds.get(2)!))[0]).toBeUndefined();
  });

  it.each([
    ['at once if only one process can run', true, 0],
    ['half a minute later if several may run', false, 31_000],
  ])('is no longer connected after its process died, %s', async (_name, isAlone, sinceMs) => {
    const added = await buildTenantDevice(database, tenant);
    await database.db
      .insertInto('device_state')
      .values({
        customer_id: tenant.customerId,
        device_id: added.deviceId,
        connected: true,
        link_process: 'a dead process',
        heard_at: new Date(clock.now()),
      })
      .execute();
    await database.db
      .insertInto('gateway_process')
      .values({
        process_id: 'a dead process',
        started_at: new Date(Date.now() - 3_600_000),
        seen_at: new Date(Date.now() - sinceMs),
      })
      .execute();
    const next = await startTestGateway(isAlone ? exclusive(database) : database, {
      clock,
      processId: gateway.ctx.processId,
    });
    expect(await stateOf(added.deviceId)).toMatchObject({ connected: false });
    await next.stop();
  });
});
