/**
 * A protection that is set remotely and acts in the device: trip, alarm, and automatic reclosing.
 */
import { OVER_VOLTAGE } from '@busbar/domain/protection/protections/over-voltage';
import { defaultsOf, writeRecord } from '@busbar/domain/protection/values';
import { Fleet } from '@busbar/simulator/fleet/fleet';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { createTenant } from '../support/factories/tenant.ts';
import { buildTenantDevice } from '../support/factories/tenant-device.ts';
import { fixture } from '../support/fixture.ts';
import { startServer } from '../support/start-server.ts';

describeWithDatabase('an over-voltage beyond the limit set', (database) => {
  const server = fixture(() => startServer(database, { clock: systemClock }));
  const tenant = fixture(() => createTenant(database, { label: 'journey', now: Date.now() }));
  const device = fixture(() => buildTenantDevice(database, tenant));
  let fleet: Fleet;
  const reported: string[] = [];
  const told: string[][] = [];

  beforeAll(async () => {
    server.parts.context.bus.subscribe('switch.reported', ({ action }) => reported.push(action));
    server.parts.context.bus.subscribe('alarms.changed', (event) =>
      told.push(event.alarms.map(({ type }) => type)),
    );
    const { deviceCode: code, secret } = device;
    const spec = {
      code,
      type: 'MT61',
      slaveCount: 0,
      ratedCurrentA: 63,
      zone: 'Asia/Shanghai',
      countsFrom: Date.now(),
      // The device checks the simulated fault with each report.
      intervalMs: 100,
      moveMs: 0,
    };
    fleet = new Fleet({
      url: `mqtt://127.0.0.1:${server.mqttPort}`,
      members: [{ spec, secret, faults: [] }],
      now: Date.now,
      random: () => 0,
      ledger: undefined,
      connectPerSecond: 100,
    });
    fleet.start();
  });
  afterAll(async () => {
    await fleet?.stop();
  });

  async function call(path: string, payload: object) {
    const answer = await server.app.inject({
      method: 'POST',
      url: path,
      headers: { authorization: tenant.users.operator.token },
      payload,
    });
    return answer.json();
  }
  const standing = async () => {
    const answer = await server.app.inject({
      method: 'GET',
      url: `/api/v2/device?device_code=${device.deviceCode}`,
      headers: { authorization: tenant.users.operator.token },
    });
    return answer.json().data.alarms;
  };
  const alarms = async () => {
    const rows = await database.db
      .selectFrom('device_alarm_event')
      .select(['alarm_type', 'active', 'value', 'limit_value', 'phase'])
      .where('device_id', '=', device.deviceId)
      .orderBy('device_alarm_event_id')
      .execute();
    return rows.map((row) => Object.values(row));
  };

  it('trips the breaker, raises an alarm, and ends with the contact closed again', async () => {
    await eventually(() => reported).toEqual(['closeByManual']);
    const data = writeRecord(OVER_VOLTAGE, {
      ...defaultsOf(OVER_VOLTAGE),
      startValue: 279,
      operateDelay: 100,
      resetDelay: 1,
    });
    const saved = await call('/parameter/saveOverVoltage', { devId: device.deviceCode, data });
    await eventually(async () => {
      const { state } = await database.db
        .selectFrom('command')
        .select('state')
        .where('command_id', '=', saved.data.command_id)
        .executeTakeFirstOrThrow();
      return state;
    }).toBe('confirmed');
    const breaker = fleet.device(device.deviceCode)!;
    breaker.disturb({ voltageV: { A: 281, B: 278, C: 278 } }, Date.now());
    await eventually(() => reported).toEqual(['closeByManual', 'openByFault']);
    expect(await alarms()).toEqual([['overVoltage', true, 281, 279, 'A']]);
    expect(await standing()).toMatchObject([
      { type: 'overVoltage', kind: 'alarm', value: 281, limit: 279, phase: 'A' },
    ]);
    breaker.disturb({ voltageV: undefined }, Date.now());
    await eventually(() => reported).toEqual(['closeByManual', 'openByFault', 'closeAutomatic']);
    expect((await alarms()).map((row) => row.slice(0, 2))).toEqual([
      ['overVoltage', true],
      ['overVoltage', false],
    ]);
    await eventually(() => told).toEqual([['overVoltage'], []]);
    expect(await standing()).toEqual([]);
    expect(breaker.units[0]?.contact.closed).toBe(true);
  });
});
