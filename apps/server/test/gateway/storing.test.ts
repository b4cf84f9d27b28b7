/**
 * The path of a reading from the socket to its row (device protocol, "Acknowledgement", "Time";
 * docs/promises.md R7).
 */
import { beforeAll, expect, it } from 'vitest';
import { latestMeasurement } from '../../src/areas/fleet/readings/latest-queries.ts';
import type { BusEvents } from '../../src/bus.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { lockMeasurements, refuseVoltage, rowsOfDevice } from '../support/devices/device-rows.ts';
import { createTenant } from '../support/factories/tenant.ts';
import { buildTenantDevice, type DeviceOptions } from '../support/factories/tenant-device.ts';
import { fixture } from '../support/fixture.ts';
import { pollUntil } from '../support/programs/poll-until.ts';
import { connectDevice, publishUp, startTestGateway } from '../support/start-gateway.ts';

const DAY_MS = 86_400_000;

describeWithDatabase('a reading', (database) => {
  const tenant = fixture(() => createTenant(database, { label: 'storing', now: Date.now() }));
  const gateway = fixture(() => startTestGateway(database));
  const stored: BusEvents['reading.stored'][] = [];

  beforeAll(async () => {
    gateway.bus.subscribe('reading.stored', (event) => stored.push(event));
  });

  async function device(options: DeviceOptions = {}) {
    const added = await buildTenantDevice(database, tenant, options);
    const client = await connectDevice(gateway.port, added);
    const { deviceCode, deviceId } = added;
    return {
      ...added,
      client,
      say: (kind: string, payload: unknown) => publishUp(client, deviceCode, kind, payload),
      rows: (table: Parameters<typeof rowsOfDevice>[1]) => rowsOfDevice(database, table, deviceId),
    };
  }

  it('is stored when its acknowledgement arrives', async () => {
    const { say, rows, deviceId } = await device();
    const ts = Date.now() - 1000;
    await say('data', { ts, volPa: 230.1, curA: 4.25, epT: 1063.84 });
    const latest = await latestMeasurement(database.db, tenant.customerId, deviceId);
    expect(latest).toEqual({ ts, measurement: { voltageA: 230.1, currentA: 4.25 } });
    expect(await rows('energy_register')).toMatchObject([{ ts, active_total_kwh: '1063.84' }]);
  });

  it('is not acknowledged while its transaction is open', async () => {
    const { say, client, deviceCode, rows } = await device();
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let isHeld: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      isHeld = resolve;
    });
    const holding = database.transaction(async (trx) => {
      await trx.selectFrom('measurement').select('ts').limit(1).execute();
      await lockMeasurements(trx);
      isHeld();
      await released;
    });
    await held;
    let acknowledged = false;
    const publishing = say('data', { ts: Date.now(), volPa: 231 }).then(() => {
      acknowledged = true;
    });
    await pollUntil(
      () => gateway.ingest.backlog,
      (rows) => rows === 1,
    );
    // Another packet of the same connection is answered first, so the reading could have been
    // acknowledged too.
    await client.subscribeAsync(`ep/1/${deviceCode}/down/#`, { qos: 1 });
    expect(acknowledged).toBe(false);
    release();
    await holding;
    await publishing;
    expect(await rows('measurement')).toHaveLength(1);
  });

  it('counts once however often it is sent', async () => {
    const { say, rows } = await device();
    const reading = { ts: Date.now() - 5000, volPa: 229.7, insP: 1.5, epT: 7.01 };
    await Promise.all([say('data', reading), say('data', reading)]);
    await say('data', { epT: 7.01, insP: 1.5, volPa: 229.7, ts: reading.ts });
    await say('data', [reading, reading]);
    expect(await rows('measurement')).toHaveLength(1);
    expect(await rows('energy_register')).toHaveLength(1);
    expect(await rows('reading_conflict')).toHaveLength(0);
  });

  it('is not replaced by different content with the same time, which is stored separately', async () => {
    const { say, rows } = await device();
    const ts = Date.now() - 5000;
    await say('data', { ts, volPa: 230, epT: 10 });
    await say('data', { ts, volPa: 999, epT: 10 });
    await say('data', [
      { ts, volPa: 998, epT: 11 },
      { ts: ts + 1, volPa: 230.5 },
    ]);
    expect(await rows('measurement')).toMatchObject([
      { ts, voltage_a_v: 230 },
      { ts: ts + 1, voltage_a_v: 230.5 },
    ]);
    expect(await rows('energy_register')).toMatchObject([{ ts, active_total_kwh: '10' }]);
    const contents = (await rows('reading_conflict')).map((row) => row['content']);
    expect(contents).toHaveLength(3);
    expect(contents).toContainEqual({ measurement: { voltageA: 999 } });
    expect(contents).toContainEqual({ measurement: { voltageA: 998 } });
    expect(contents).toContainEqual({ registers: { activeTotal: 11 } });
  });

  it('is the first of two contents with the same time in one message', async () => {
    const { say, rows } = await device();
    const ts = Date.now() - 5000;
    await say('data', [
      { ts, volPa: 1 },
      { ts, volPa: 2 },
    ]);
    expect(await rows('measurement')).toMatchObject([{ voltage_a_v: 1 }]);
    expect(await rows('reading_conflict')).toMatchObject([
      { content: { measurement: { voltageA: 2 } } },
    ]);
  });

  it('can be one of 500 in a message', async () => {
    const { say, rows } = await device();
    const now = Date.now();
    const readings = Array.from({ length: 500 }, (_, i) => ({
      ts: now - i * 1000,
      volPa: 200 + i / 10,
    }));
    await say('data', readings);
    const kept = await rows('measurement');
    expect(kept).toHaveLength(500);
    expect(kept.at(-1)).toMatchObject({ ts: now, voltage_a_v: 200 });
  });

  it('belongs to the slave it names', async () => {
    const { say, slaveIds } = await device({ kind: 'gateway', slaves: [3, 7] });
    const ts = Date.now() - 1000;
    await say('data', [
      { ts, ad: 3, volPa: 233 },
      { ts, ad: 7, volPa: 237 },
    ]);
    for (const [address, voltage] of [
      [3, 233],
      [7, 237],
    ] as const) {
      const kept = await rowsOfDevice(database, 'measurement', slaveIds.get(address)!);
      expect(kept).toMatchObject([{ ts, voltage_a_v: voltage }]);
    }
  });

  it('belongs to the hour in which it was measured, up to 400 days late', async () => {
    const { say, rows } = await device();
    const now = Date.now();
    const late = now - 400 * DAY_MS + 60_000;
    const tooLate = now - 400 * DAY_MS - 60_000;
    await say('data', [
      { ts: now - 1000, volPa: 230 },
      { ts: late, volPa: 231 },
      { ts: tooLate, volPa: 232 },
    ]);
    expect(await rows('measurement')).toMatchObject([
      { ts: late, voltage_a_v: 231, quality: 0 },
      { ts: now - 1000, voltage_a_v: 230, quality: 0 },
    ]);
    expect(await rows('rejected_message')).toMatchObject([{ reason: 'too-old' }]);
  });

  it.each([
    ['2036', Date.UTC(2036, 1, 7)],
    ['1970', 12_345],
    ['six minutes ahead', undefined],
  ])(
    'is stored with its arrival time if its own time is of a wrong clock (%s)',
    async (_, time) => {
      const { say, rows } = await device();
      const before = Date.now();
      const deviceTime = time ?? before + 6 * 60_000;
      await say('data', { ts: deviceTime, volPa: 230, epT: 5 });
      const after = Date.now();
      const [row] = await rows('measurement');
      expect(row).toMatchObject({ quality: 2, voltage_a_v: 230 });
      expect(row!['ts']).toBeGreaterThanOrEqual(before);
      expect(row!['ts']).toBeLessThanOrEqual(after);
      expect(await rows('clock_error')).toMatchObject([{ device_time_ms: deviceTime }]);
      expect(await rows('energy_register')).toMatchObject([{ ts: row!['ts'], quality: 2 }]);
    },
  );

  it('counts once even if it arrives twice with the time of a wrong clock', async () => {
    const { say, rows } = await device();
    const reading = { ts: 99_000, volPa: 230 };
    await say('data', reading);
    await say('data', [reading, { ts: 100_000, volPa: 230 }, { ts: 100_000, volPa: 230 }]);
    expect(await rows('measurement')).toHaveLength(2);
  });

  it('raises the clock alarm once, and ends it when the clock is right again', async () => {
    const { say, rows } = await device();
    const alarms = async () =>
      (await rows('device_alarm_event')).map(({ alarm_type, active }) => [alarm_type, active]);
    await say('data', { ts: 1000, volPa: 1 });
    await say('data', { ts: 2000, volPa: 2 });
    expect(await alarms()).toEqual([['clockError', true]]);
    const open = { alarm_type: 'clockError', source: 'platform', count: 1 };
    expect(await rows('alarm')).toMatchObject([{ ...open, ended_at: null }]);
    await say('data', { ts: Date.now(), volPa: 3 });
    await say('data', { ts: Date.now() + 1, volPa: 4 });
    expect(await alarms()).toEqual([
      ['clockError', true],
      ['clockError', false],
    ]);
    const [ended] = await rows('alarm');
    expect(ended).toMatchObject({ ...open, end_reason: 'recovered' });
    expect(ended!['ended_at']).toBeGreaterThanOrEqual(Number(ended!['opened_at']));
  });

  it('ends the clock alarm if stored readings arrive first after the clock was set', async () => {
    const { say, rows } = await device();
    const alarms = async () => (await rows('alarm')).map(({ ended_at }) => ended_at !== null);
    await say('data', { ts: 1000, volPa: 1 });
    await say('data', { ts: Date.now() - 3_600_000, volPa: 2 });
    expect(await alarms()).toEqual([false]);
    await say('data', { ts: Date.now() + 1, volPa: 3 });
    expect(await alarms()).toEqual([true]);
  });

  it('does not raise the clock alarm again if the device reconnects with a wrong clock', async () => {
    const added = await buildTenantDevice(database, tenant);
    for (const ts of [5000, 6000]) {
      const client = await connectDevice(gateway.port, added);
      await publishUp(client, added.deviceCode, 'data', { ts, volPa: ts / 100 });
      await client.endAsync();
    }
    expect(await rowsOfDevice(database, 'device_alarm_event', added.deviceId)).toHaveLength(1);
  });

  it('is stored with its arrival time if it has no time, each with a separate one', async () => {
    const { say, rows } = await device();
    await say('data', [{ volPa: 1 }, { volPa: 2 }, { volPa: 3 }]);
    const kept = await rows('measurement');
    expect(kept.map((row) => [row['voltage_a_v'], row['quality']])).toEqual([
      [1, 1],
      [2, 1],
      [3, 1],
    ]);
    expect(await rows('clock_error')).toHaveLength(0);
  });

  it('is the latest by measurement time, in whatever order readings arrive', async () => {
    const { say, deviceId, deviceCode } = await device();
    const now = Date.now();
    for (const age of [3000, 1000, 5000, 2000]) {
      await say('data', { ts: now - age, volPa: age / 10 });
    }
    const latest = await latestMeasurement(database.db, tenant.customerId, deviceId);
    expect(latest).toEqual({ ts: now - 1000, measurement: { voltageA: 100 } });
    const told = stored.filter((event) => event.deviceCode === deviceCode);
    expect(told.map(({ latest: isLatest }) => isLatest)).toEqual([true, true, false, false]);
  });

  it('has registers stored to the last digit the device sent', async () => {
    const { say, rows } = await device();
    const ts = Date.now();
    await say('data', { ts, epT: 999_999_999_999.99, epI1: 0.001, eqEx4: 123_456.789_012_3 });
    expect(await rows('energy_register')).toMatchObject([
      {
        active_total_kwh: '999999999999.99',
        active_import_sharp_kwh: '0.001',
        reactive_export_valley_kvarh: '123456.7890123',
        active_export_kwh: null,
      },
    ]);
  });

  it('is quarantined alone if the database rejects it, and the others are stored', async () => {
    await refuseVoltage(database, 666);
    const { say, rows } = await device();
    const other = await device();
    const now = Date.now();
    await Promise.all([
      say('data', [
        { ts: now, volPa: 230 },
        { ts: now + 1, volPa: 666 },
        { ts: now + 2, volPa: 231 },
      ]),
      other.say('data', { ts: now, volPa: 232 }),
    ]);
    expect((await rows('measurement')).map((row) => row['voltage_a_v'])).toEqual([230, 231]);
    expect(await rows('rejected_message')).toMatchObject([{ reason: 'storage' }]);
    expect(await other.rows('measurement')).toHaveLength(1);
  });
});
