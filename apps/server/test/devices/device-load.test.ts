/** Load and open alarms in device lists, from messages of devices over the real broker. */
import type { DeviceRow } from '@busbar/contract/v2/fleet/devices';
import { loadPercent } from '@busbar/domain/load/load-percent';
import { sql } from 'kysely';
import type { Static } from 'typebox';
import { expect, it } from 'vitest';
import { SORTS } from '../../src/areas/fleet/devices/device-summary-queries.ts';
import { systemClock } from '../../src/clock.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { createTenant, type Tenant } from '../support/factories/tenant.ts';
import { buildTenantDevice, type DeviceOptions } from '../support/factories/tenant-device.ts';
import { fixture } from '../support/fixture.ts';
import { connectDevice, publishUp } from '../support/start-gateway.ts';
import { startServer } from '../support/start-server.ts';

type Row = Static<typeof DeviceRow>;

const MINUTE_MS = 60_000;

describeWithDatabase('the load in device lists', (database) => {
  const server = fixture(() => startServer(database, { clock: systemClock }));
  const tenant = fixture(() => createTenant(database, { label: 'load', now: Date.now() }));
  const foreign = fixture(() => createTenant(database, { label: 'foreign', now: Date.now() }));
  const below = fixture(() =>
    createTenant(database, { label: 'below', now: Date.now(), under: tenant }),
  );

  const get = async (of: Tenant, path: string) => {
    const headers = { authorization: of.users.viewer.token };
    return (await server.app.inject({ method: 'GET', url: `/api/v2/${path}`, headers })).body;
  };
  const list = async (of: Tenant, query = ''): Promise<Row[]> =>
    JSON.parse(await get(of, `devices?${query}`)).data.list;
  const rowOf = async (code: string) =>
    (await list(tenant)).find((row) => row.device_code === code)!;

  async function device(ratedA: number | null, options: DeviceOptions = {}, of = tenant) {
    const added = await buildTenantDevice(database, of, options);
    await database.db
      .updateTable('device')
      .set({ rated_current_a: ratedA })
      .where('customer_id', '=', of.customerId)
      .where('device_id', '>=', added.deviceId)
      .execute();
    const client = await connectDevice(server.mqttPort, added);
    const say = (payload: unknown) => publishUp(client, added.deviceCode, 'data', payload);
    return { ...added, say };
  }

  it('is that of the newest reading by time, like in the detail of the device', async () => {
    const { say, deviceCode } = await device(63);
    expect(await rowOf(deviceCode)).toMatchObject({
      load_kw: null,
      load_percent: null,
      load_at: null,
    });
    const ts = Date.now() - MINUTE_MS;
    await say({ ts, insP: 12.43, curA: 18.2, curB: -18.4, curC: 17.9 });
    const shown = { load_kw: 12.43, load_percent: 29.2, load_at: ts };
    expect(await rowOf(deviceCode)).toMatchObject(shown);
    await say({ ts: ts - MINUTE_MS, insP: 99, curA: 99 });
    await say({ ts, insP: 98, curA: 98 });
    await say([
      { ts: ts - 2, insP: 97, curA: 97 },
      { ts: ts - 1, insP: 96, curA: 96 },
    ]);
    expect(await rowOf(deviceCode)).toMatchObject(shown);
    const detail = JSON.parse(await get(tenant, `device?device_code=${deviceCode}`)).data;
    expect(detail).toMatchObject({ ...shown, ins_p_history: 12.43, variable: { ts } });
    await say({ ts: ts + 1, volPa: 230 });
    expect(await rowOf(deviceCode)).toMatchObject({
      load_kw: null,
      load_percent: null,
      load_at: ts + 1,
    });
  });

  it('follows readings that arrive within the same second', async () => {
    const { say, deviceCode } = await device(20);
    const ts = Date.now() - MINUTE_MS;
    for (let n = 1; n <= 5; n += 1) await say({ ts: ts + n, insP: n, curA: n });
    expect(await rowOf(deviceCode)).toMatchObject({
      load_kw: 5,
      load_percent: 25,
      load_at: ts + 5,
    });
  });

  it('is unknown without a rating, and counts for slaves and data terminals', async () => {
    const unrated = await device(null);
    await unrated.say({ ts: Date.now(), insP: 3, curA: 3 });
    expect(await rowOf(unrated.deviceCode)).toMatchObject({ load_kw: 3, load_percent: null });
    const gateway = await device(32, { kind: 'gateway', slaves: [2] });
    await gateway.say({ ad: 2, ts: Date.now(), insP: 1.5, curA: 8 });
    const slave = await rowOf(`${gateway.deviceCode}-2`);
    expect(slave).toMatchObject({ kind: 'slave', load_kw: 1.5, load_percent: 25 });
    const terminal = await device(10, { kind: 'dtu' });
    await terminal.say({ ts: Date.now(), insP: 2, curA: 9 });
    expect(await rowOf(terminal.deviceCode)).toMatchObject({ load_kw: 2, load_percent: 90 });
  });

  it.each([
    ['load', (row: Row) => row.load_kw],
    ['load_percent', (row: Row) => row.load_percent],
    ['heard_at', (row: Row) => row.heard_at],
  ] as const)('sorts by %s in both directions, the unknown last', async (sort, value) => {
    for (const [order, sign] of [
      ['asc', 1],
      ['desc', -1],
    ] as const) {
      const values = (await list(tenant, `sort=${sort}&order=${order}&ps=100`)).map(value);
      const known = values.filter((one) => one !== null);
      expect(known.length).toBeGreaterThan(2);
      expect(values.slice(0, known.length)).toEqual(known);
      expect(values.length).toBeGreaterThan(known.length);
      expect(known).toEqual(known.toSorted((a, b) => sign * (a - b)));
    }
  });

  it('has the same percent in SQL as in the rule', async () => {
    for (const [current, rated] of [
      [0, 63],
      [0.01, 63],
      [18.4, 63],
      [62.9, 63],
      [7000, 6.3],
    ] as const) {
      const { rows } = await sql<{ percent: number }>`
        select 100 * ${SORTS.load_percent} as percent
        from (select ${current}::real as highest_current_a) state,
          (select ${rated}::real as rated_current_a) device`.execute(database.db);
      const shown = loadPercent(current, rated)!;
      expect(Math.abs(rows[0]!.percent - shown)).toBeLessThan(0.06);
    }
  });

  it('is shown to nobody outside the group and the customer', async () => {
    const secret = await device(63);
    await secret.say({ ts: Date.now(), insP: 7654.25, curA: 61.7 });
    expect(await get(tenant, 'devices')).toContain('7654.25');
    for (const other of [foreign, below]) {
      for (const path of ['devices', 'devices?sort=load&order=desc&ps=13', 'devices?ps=1']) {
        const text = await get(other, path);
        expect(text).not.toContain('7654.25');
        expect(text).not.toContain(secret.deviceCode);
      }
    }
  });

  it('comes with the number of open alarms and the most serious type', async () => {
    const { deviceCode, deviceId } = await device(63);
    expect(await rowOf(deviceCode)).toMatchObject({ alarm_count: 0, alarm_type: null });
    const base = {
      customer_id: tenant.customerId,
      device_id: deviceId,
      group_id: tenant.groupId,
      kind: 'alarm',
      source: 'device',
      day: '2026-06-01',
    } as const;
    const add = (type: string, priority: number, minutesAgo: number, more: object = {}) => {
      const at = new Date(Date.now() - minutesAgo * MINUTE_MS);
      const values = { ...base, alarm_type: type, priority, opened_at: at, last_at: at, ...more };
      return database.db
        .insertInto('alarm')
        .values(values as never)
        .execute();
    };
    await add('phaseUnbalance', 3, 1);
    await add('overCurrent', 2, 30);
    await add('overVoltage', 2, 20);
    await add('overTemp', 1, 40, { ended_at: new Date() });
    await add('phaseLoss', 1, 50, { deleted_at: new Date() });
    await add('controlPaused', 1, 24 * 60);
    expect(await rowOf(deviceCode)).toMatchObject({ alarm_count: 3, alarm_type: 'overVoltage' });
    const detail = JSON.parse(await get(tenant, `device?device_code=${deviceCode}`)).data;
    expect(detail).toMatchObject({ alarm_count: 3, alarm_type: 'overVoltage' });
    expect(detail.alarms).toHaveLength(3);
  });
});
