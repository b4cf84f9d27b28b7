/** From the device's message to the alarm and to the screen: rules on live readings, silence. */
import type { MqttClient } from 'mqtt';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { BusEvents } from '../../src/bus.ts';
import type { Caller } from '../../src/caller.ts';
import { changeRule } from '../../src/modules/alarms/alarm-rule-service.ts';
import { keepTimedAlarms } from '../../src/modules/alarms/offline-alarms.ts';
import { describeWithDatabase, type TestDatabase } from '../support/databases.ts';
import { type ManualClock, manualClock } from '../support/manual-clock.ts';
import {
  addTestDevice,
  connectDevice,
  eventually,
  publishUp,
  startTestGateway,
  type TestDevice,
  type TestGateway,
} from '../support/start-gateway.ts';
import { createTenant, type Tenant } from '../support/world.ts';

const SECOND = 1000;
const MINUTE = 60_000;

describeWithDatabase('live alarms', (open) => {
  let database: TestDatabase;
  let tenant: Tenant;
  let clock: ManualClock;
  let gateway: TestGateway;
  let device: TestDevice;
  let client: MqttClient;
  const told: BusEvents['alarm.changed'][] = [];
  const clients: MqttClient[] = [];

  beforeAll(async () => {
    database = await open();
    tenant = await createTenant(database, { label: 'live-alarms', now: Date.now() });
    await database.db.deleteFrom('alarm').execute();
    clock = manualClock(Date.now());
    await start();
  });
  const start = async () => {
    gateway = await startTestGateway(database, { clock });
    gateway.bus.subscribe('alarm.changed', (event) => told.push(event));
  };
  afterAll(() => gateway.stop());
  beforeEach(async () => {
    device = await addTestDevice(database, tenant);
    client = await connect();
    told.length = 0;
  });
  afterEach(() => {
    for (const one of clients.splice(0)) one.end(true);
  });

  const connect = async () => {
    const connected = await connectDevice(gateway.port, device);
    clients.push(connected);
    return connected;
  };
  const say = (kind: string, payload: object) =>
    publishUp(client, device.deviceCode, kind, payload);
  /** One reading a second from now on, told as they are measured. */
  const measure = async (seconds: number, values: object) => {
    for (let s = 0; s < seconds; s += 1) {
      clock.advance(SECOND);
      await say('data', { ts: clock.now(), ...values });
    }
  };
  const rows = () =>
    database.db
      .selectFrom('alarm')
      .select(['alarm_type', 'phase', 'source', 'count', 'peak_value', 'end_reason', 'limit_value'])
      .where('device_id', '=', device.deviceId)
      .orderBy('alarm_id')
      .execute();
  const HEALTHY = { volPa: 230, volPb: 230, volPc: 230 };
  const HIGH = { volPa: 230, volPb: 260.5, volPc: 230 };

  it('are raised by a rule after its delay, told on the bus and cleared after its hold', async () => {
    await measure(10, HIGH);
    expect(await rows()).toEqual([]);
    await measure(1, HIGH);
    expect(await rows()).toMatchObject([
      { alarm_type: 'overVoltage', phase: 'B', source: 'platform', limit_value: 253, count: 1 },
    ]);
    await measure(12, { ...HIGH, volPb: 271 });
    expect(await rows()).toMatchObject([{ peak_value: 271, end_reason: null, count: 1 }]);
    await measure(11, HEALTHY);
    expect(await rows()).toMatchObject([{ peak_value: 271, end_reason: 'recovered' }]);
    const changes = told.filter((event) => event.deviceId === device.deviceId);
    expect(changes.map(({ change }) => change)).toEqual(['opened', 'changed', 'ended']);
    expect(changes[0]!.alarm).toMatchObject({ type: 'overVoltage', phase: 'B' });
  });

  it('are not raised by readings told over ten minutes late', async () => {
    const old = clock.now() - 11 * MINUTE;
    await say(
      'data',
      Array.from({ length: 60 }, (_, s) => ({ ts: old + s * SECOND, ...HIGH }) as object),
    );
    expect(await rows()).toEqual([]);
    const recent = clock.now() - 9 * MINUTE;
    await say(
      'data',
      Array.from({ length: 60 }, (_, s) => ({ ts: recent + s * SECOND, ...HIGH }) as object),
    );
    expect(await rows()).toHaveLength(1);
  });

  it('go on over a restart: what stands is cleared and not raised twice', async () => {
    await measure(11, HIGH);
    await gateway.stop();
    await start();
    client = await connect();
    await measure(15, HIGH);
    expect(await rows()).toHaveLength(1);
    await measure(11, HEALTHY);
    expect(await rows()).toMatchObject([{ end_reason: 'recovered' }]);
  });

  it('of the device and of the platform about the same are one, and the device ends it', async () => {
    await measure(11, HIGH);
    const ts = () => clock.now();
    await say('alarm', {
      ts: ts(),
      type: 'overVoltage',
      kind: 'alarm',
      active: true,
      value: 261,
      limit: 255,
      phase: 'B',
    });
    expect(await rows()).toMatchObject([{ source: 'device', count: 2, limit_value: 255 }]);
    await measure(11, HEALTHY);
    expect(await rows()).toMatchObject([{ end_reason: null }]);
    clock.advance(SECOND);
    await say('alarm', { ts: ts(), type: 'overVoltage', kind: 'alarm', active: false, phase: 'B' });
    expect(await rows()).toMatchObject([{ end_reason: 'device' }]);
  });

  it('follow the settings of the group, and end when a rule is switched off', async () => {
    const caller = {
      customerId: tenant.customerId,
      groupId: tenant.groupId,
      userId: tenant.users.admin.userId,
      userName: tenant.users.admin.userName,
      role: 'admin',
      zone: 'Asia/Shanghai',
      tokenHash: Buffer.alloc(32),
      address: '127.0.0.1',
      mustChangePassword: false,
    } as Caller;
    const setting = { inUse: true, limit: 105, clear: 104, delayS: 0, holdS: 0 };
    const set = async (change: Partial<typeof setting> | null) => {
      const changed = await changeRule(gateway.ctx, caller, {
        type: 'overVoltage',
        group: undefined,
        setting: change && { ...setting, ...change },
      });
      expect(changed.ok).toBe(true);
      clock.advance(2_000);
    };
    const tilThere = (count: number) =>
      eventually(
        async () => {
          await measure(1, { ...HEALTHY, volPa: 243 });
          return (await rows()).filter(({ end_reason }) => end_reason === null).length;
        },
        (open) => open === count,
      );
    await set({});
    await tilThere(1);
    await set({ inUse: false });
    await tilThere(0);
    await set(null);
  });

  it('of silence begin after the offline time and end with the next word', async () => {
    await say('data', { ts: clock.now(), ...HEALTHY });
    const never = await addTestDevice(database, tenant);
    await keepTimedAlarms(gateway.ctx);
    clock.advance(9 * MINUTE);
    await keepTimedAlarms(gateway.ctx);
    expect(await rows()).toEqual([]);
    clock.advance(MINUTE);
    await keepTimedAlarms(gateway.ctx);
    await keepTimedAlarms(gateway.ctx);
    expect(await rows()).toMatchObject([
      { alarm_type: 'deviceOffline', count: 1, end_reason: null },
    ]);
    clock.advance(MINUTE);
    client = await connect();
    await say('data', { ts: clock.now(), ...HEALTHY });
    await keepTimedAlarms(gateway.ctx);
    expect(await rows()).toMatchObject([{ end_reason: 'heard' }]);
    const silent = await database.db
      .selectFrom('alarm')
      .select('alarm_id')
      .where('device_id', '=', never.deviceId)
      .execute();
    expect(silent).toEqual([]);
  });
});
