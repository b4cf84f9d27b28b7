/** From the device message to the alarm: rules on live readings, offline times, dry contacts. */
import type { MqttClient } from 'mqtt';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { changeRule } from '../../src/areas/alarms/alarm-rule-service.ts';
import {
  nextTimedAlarm,
  updateTimedAlarms,
  wakeTimedAlarms,
} from '../../src/areas/alarms/offline-alarms.ts';
import { saveDryNode } from '../../src/areas/control/protection/dry-nodes.ts';
import type { BusEvents } from '../../src/bus.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { createTenant } from '../support/factories/tenant.ts';
import { buildTenantDevice } from '../support/factories/tenant-device.ts';
import { callerOf } from '../support/factories/tenant-users.ts';
import { fixture } from '../support/fixture.ts';
import { manualClock } from '../support/manual-clock.ts';
import { pollUntil } from '../support/programs/poll-until.ts';
import {
  connectDevice,
  publishUp,
  startTestGateway,
  type TestGateway,
} from '../support/start-gateway.ts';

const SECOND = 1000;
const MINUTE = 60_000;

describeWithDatabase('live alarms', (database) => {
  const tenant = fixture(() => createTenant(database, { label: 'live-alarms', now: Date.now() }));
  let gateway: TestGateway;
  let client: MqttClient;
  const told: BusEvents['alarm.changed'][] = [];
  const clients: MqttClient[] = [];

  const clock = fixture(async () => manualClock(Date.now()));
  beforeAll(async () => {
    await database.db.deleteFrom('alarm').execute();
    await start();
  });
  const start = async () => {
    gateway = await startTestGateway(database, { clock });
    gateway.bus.subscribe('alarm.changed', (event) => told.push(event));
  };
  const device = fixture(() => buildTenantDevice(database, tenant), beforeEach);
  beforeEach(async () => {
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
  /** Sends one reading per second from now on, each at the time of its measurement. */
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

  it('are raised by a rule after its delay, published on the bus and cleared after its hold', async () => {
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

  it('are not raised by readings that arrive over ten minutes late', async () => {
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

  it('survive a restart: open alarms are cleared later and not raised twice', async () => {
    await measure(11, HIGH);
    await gateway.stop();
    await start();
    client = await connect();
    await measure(15, HIGH);
    expect(await rows()).toHaveLength(1);
    await measure(11, HEALTHY);
    expect(await rows()).toMatchObject([{ end_reason: 'recovered' }]);
  });

  it('are one alarm if device and platform report the same fault, and the device ends it', async () => {
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

  it('follow the settings of the group, and end when the rule is switched off', async () => {
    const setting = { inUse: true, limit: 105, clear: 104, delayS: 0, holdS: 0 };
    const set = async (change: Partial<typeof setting> | null) => {
      const changed = await changeRule(gateway.ctx, callerOf(tenant), {
        type: 'overVoltage',
        group: undefined,
        setting: change && { ...setting, ...change },
      });
      expect(changed.ok).toBe(true);
      clock.advance(2_000);
    };
    const tilThere = (count: number) =>
      pollUntil(
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

  it('begin after the offline time of a device, and end with its next message', async () => {
    await say('data', { ts: clock.now(), ...HEALTHY });
    const heardAt = clock.now();
    const never = await buildTenantDevice(database, tenant);
    await updateTimedAlarms(gateway.ctx);
    clock.advance(9 * MINUTE);
    await updateTimedAlarms(gateway.ctx);
    expect(await rows()).toEqual([]);
    // The last-seen time is stored only at intervals, so the check may be a little early but is
    // never late.
    const next = await nextTimedAlarm(gateway.ctx);
    expect(next).toBeGreaterThan(clock.now());
    expect(next).toBeLessThanOrEqual(heardAt + 10 * MINUTE);
    clock.advance(MINUTE);
    await updateTimedAlarms(gateway.ctx);
    await updateTimedAlarms(gateway.ctx);
    expect(await rows()).toMatchObject([
      { alarm_type: 'deviceOffline', count: 1, end_reason: null },
    ]);
    const offline = database.db.selectFrom('alarm').where('device_id', '=', device.deviceId);
    expect(await offline.select('facts').executeTakeFirst()).toEqual({ facts: { intervalS: 60 } });
    clock.advance(MINUTE);
    expect(await nextTimedAlarm(gateway.ctx)).toBeNull();
    const wake = vi.fn();
    const stopWaking = wakeTimedAlarms(gateway.ctx, wake);
    client = await connect();
    await say('data', { ts: clock.now(), ...HEALTHY });
    expect(wake).toHaveBeenCalled();
    stopWaking();
    await updateTimedAlarms(gateway.ctx);
    expect(await rows()).toMatchObject([{ end_reason: 'heard' }]);
    const silent = await database.db
      .selectFrom('alarm')
      .select('alarm_id')
      .where('device_id', '=', never.deviceId)
      .execute();
    expect(silent).toEqual([]);
  });

  describe('dry contact alarms', () => {
    const contacts = {
      name1: 'Cabinet door',
      status1: 'close',
      name2: 'Fan',
      status2: 'open',
    } as const;
    const name = async (change: Partial<Parameters<typeof saveDryNode>[3]> = {}) => {
      clock.advance(SECOND);
      const named = { ...contacts, ...change };
      const saved = await saveDryNode(gateway.ctx, callerOf(tenant), device.deviceCode, named);
      expect(saved.ok).toBe(true);
    };
    const dry = (n: number, closed: boolean, ts = clock.now()) =>
      say('state', { ts, dry: [{ n, closed }] });
    const alarms = async () =>
      (
        await database.db
          .selectFrom('alarm')
          .select(['alarm_type', 'log_detail', 'count', 'end_reason'])
          .where('device_id', '=', device.deviceId)
          .orderBy('alarm_id')
          .execute()
      ).map((row) => [row.alarm_type, row.log_detail, row.count, row.end_reason]);
    const positions = async () =>
      (
        await database.db
          .selectFrom('dry_contact')
          .select(['contact', 'closed'])
          .where('device_id', '=', device.deviceId)
          .orderBy('contact')
          .execute()
      ).map(({ contact, closed }) => [contact, closed]);

    it('start when a contact leaves its normal position and end when it returns', async () => {
      await name();
      await dry(1, true);
      expect(await alarms()).toEqual([]);
      clock.advance(SECOND);
      await dry(1, false);
      // The device repeats its state after a lost acknowledgement, and sends the current state
      // after a connect.
      await dry(1, false);
      clock.advance(SECOND);
      await dry(1, false);
      await dry(2, true);
      expect(await alarms()).toEqual([
        ['dryContact1', 'Cabinet door', 1, null],
        ['dryContact2', 'Fan', 1, null],
      ]);
      const [event] = told.filter(({ change }) => change === 'opened');
      expect(event!.alarm).toMatchObject({ type: 'dryContact1', detail: 'Cabinet door' });
      clock.advance(SECOND);
      await dry(1, true);
      expect(await alarms()).toEqual([
        ['dryContact1', 'Cabinet door', 1, 'recovered'],
        ['dryContact2', 'Fan', 1, null],
      ]);
      expect(await positions()).toEqual([
        [1, true],
        [2, true],
      ]);
    });

    it('follow the newest position, in whatever order the states arrive', async () => {
      await name();
      const old = clock.now() - 30 * MINUTE;
      await dry(1, true, old + 2 * SECOND);
      await dry(1, false, old + SECOND);
      expect(await alarms()).toEqual([]);
      // A late report is still the newest known one: the contact is not in its normal position.
      await dry(1, false, old + 3 * SECOND);
      expect(await alarms()).toEqual([['dryContact1', 'Cabinet door', 1, null]]);
      await dry(1, true, old + 2 * SECOND);
      expect(await positions()).toEqual([[1, false]]);
      await dry(1, true, old + 4 * SECOND);
      expect(await alarms()).toEqual([['dryContact1', 'Cabinet door', 1, 'recovered']]);
    });

    it('follow a new name and a new normal position while they are active', async () => {
      await name();
      await dry(1, false);
      await name({ name1: 'Back door' });
      expect(await alarms()).toEqual([['dryContact1', 'Back door', 1, null]]);
      // These states were measured before the change and arrive after it.
      await dry(1, true, clock.now() - 600);
      expect(await alarms()).toEqual([['dryContact1', 'Back door', 1, 'recovered']]);
      await dry(1, false, clock.now() - 400);
      await name({ status1: 'open' });
      await name({ status1: 'close' });
      await dry(1, false);
      expect(await alarms()).toEqual([
        ['dryContact1', 'Back door', 1, 'recovered'],
        ['dryContact1', 'Back door', 1, 'recovered'],
        ['dryContact1', 'Cabinet door', 1, null],
      ]);
    });

    it('are raised only for contacts with a name; others only show their position', async () => {
      await dry(1, false);
      await dry(2, true);
      expect(await alarms()).toEqual([]);
      expect(await positions()).toEqual([
        [1, false],
        [2, true],
      ]);
      await name({ status2: 'close' });
      expect(await alarms()).toEqual([['dryContact1', 'Cabinet door', 1, null]]);
    });
  });
});
