/** The present state of all devices, in one call: power, positions, alarms, highest loads. */

import { presence } from '@busbar/domain/device/presence';
import { isLoadOfNow } from '@busbar/domain/load/power-now';
import { localDateOf, startOfLocalDate } from '@busbar/domain/local-date';
import type { SwitchAction } from '@busbar/domain/switch/switch-action';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { PRESENCE_JOINS } from '../../src/areas/fleet/devices/presence-queries.ts';
import { loadOfNow } from '../../src/areas/fleet/overview/overview-queries.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { buildAlarm } from '../support/factories/alarm.ts';
import { buildClient } from '../support/factories/client.ts';
import { buildCaller, buildCustomer, buildGroup } from '../support/factories/customer.ts';
import { buildDevice } from '../support/factories/device.ts';
import { fixture } from '../support/fixture.ts';
import type { HttpClient } from '../support/http-client.ts';
import { startServer } from '../support/start-server.ts';

const MINUTE_MS = 60_000;

interface State {
  readonly kw?: number | null;
  readonly currentA?: number | null;
  readonly ageMs?: number;
  readonly action?: SwitchAction;
  readonly connected?: boolean;
  readonly switchedAgoMs?: number;
}

describeWithDatabase('the present state on the dashboard', (database) => {
  const server = fixture(() => startServer(database, { env: { ROLES: 'api' } }));

  async function world() {
    const ctx = server.parts.context;
    const { db } = ctx.database;
    const now = ctx.clock.now();
    const customer = await buildCustomer(ctx);
    const { customerId } = customer;
    const caller = await buildCaller(ctx, customer, { role: 'admin' });
    const north = await buildGroup(ctx, customer, 'north');
    const south = await buildGroup(ctx, customer, 'south');
    const root = await buildClient(server, customer, { role: 'viewer' });
    const northern = await buildClient(server, customer, {
      role: 'viewer',
      groupId: north.groupId,
    });
    async function add(groupId: number, state: State, form: { type?: string; code?: string } = {}) {
      const { kw = null, currentA = null, ageMs = MINUTE_MS, connected = true } = state;
      const device = await buildDevice(ctx, caller, { group: groupId, ...form });
      const at = new Date(now - ageMs);
      await db
        .updateTable('device_state')
        .set({
          connected,
          heard_at: at,
          measured_at: at,
          active_power_kw: kw,
          highest_current_a: currentA,
          switch_action: state.action ?? null,
          switch_since:
            state.switchedAgoMs === undefined ? null : new Date(now - state.switchedAgoMs),
        })
        .where('customer_id', '=', customerId)
        .where('device_id', '=', device.deviceId)
        .execute();
      await db
        .updateTable('device')
        .set({ rated_current_a: 20 })
        .where('customer_id', '=', customerId)
        .where('device_id', '=', device.deviceId)
        .execute();
      return device;
    }
    const alarm = (groupId: number, deviceId: number, agoMs = 0) =>
      buildAlarm(database, {
        label: 'now',
        customerId,
        groupId,
        deviceId,
        at: new Date(now - agoMs),
      } as Parameters<typeof buildAlarm>[1]);
    return { customerId, caller, root, northern, north, south, add, alarm, now, zone: caller.zone };
  }
  const nowOf = async (client: HttpClient) => (await client.get('/api/v2/dashboard-now')).body.data;

  it('has nothing for an account without devices', async () => {
    const { root } = await world();
    const data = await nowOf(root);
    expect(data).toMatchObject({
      devices: { total: 0, online: 0, offline: 0, late: 0 },
      power: { kw: null, counted: 0, uncounted: 0, peak: null },
      breakers: { closed: 0, open: 0, tripped: 0, locked: 0, unknown: 0, not_online: 0 },
      alarms: [],
      top_loads: [],
    });
    expect(data.power.curve.kw).toHaveLength(96);
  });

  it('sums what the caller sees, and nothing of other groups and customers', async () => {
    const { root, northern, north, south, add, alarm, now } = await world();
    const other = await world();
    const foreign = await other.add(other.north.groupId, { kw: 500, currentA: 19 });
    await other.alarm(other.north.groupId, foreign.deviceId);
    const pump = await add(north.groupId, { kw: 4, currentA: 10, action: 'closeByCommand' });
    await add(north.groupId, { kw: 0, currentA: 0, action: 'openByFault' });
    await add(south.groupId, { kw: 6.5, currentA: 18, action: 'closeByManual' });
    await add(south.groupId, { kw: 90, ageMs: 5 * MINUTE_MS, action: 'lockByOrg' });
    await add(south.groupId, { kw: 90, connected: false, action: 'openByTimer' });
    await add(south.groupId, {});
    await alarm(north.groupId, pump.deviceId, 3 * MINUTE_MS);
    const whole = await nowOf(root);
    expect(whole).toMatchObject({
      devices: { total: 6, online: 4, offline: 2, late: 1 },
      power: { kw: 10.5, counted: 3, uncounted: 3 },
      breakers: { closed: 2, open: 1, tripped: 1, locked: 1, unknown: 1, not_online: 2 },
      alarms: [{ priority: 2, count: 1, oldest_at: now - 4 * MINUTE_MS }],
    });
    expect(whole.top_loads.map((row: { load_percent: number }) => row.load_percent)).toEqual([
      90, 50, 0,
    ]);
    const part = await nowOf(northern);
    expect(part).toMatchObject({
      devices: { total: 2 },
      power: { kw: 4, counted: 2, uncounted: 0 },
      breakers: { closed: 1, open: 0, tripped: 1, locked: 0 },
      alarms: [{ priority: 2, count: 1 }],
    });
    expect(part.top_loads[0]).toMatchObject({
      device_code: pump.code,
      load_kw: 4,
      load_at: now - MINUTE_MS,
    });
    expect(await nowOf(other.northern)).toMatchObject({
      power: { kw: 500 },
      alarms: [{ count: 1 }],
    });
  });

  it('counts the power of a gateway and its slaves once, whatever group the caller sees', async () => {
    const { root, northern, north, south, add } = await world();
    const gateway = await add(south.groupId, { kw: 10 }, { type: 'MT88C' });
    await add(south.groupId, { kw: 3 }, { code: `${gateway.code}-1` });
    // A slave is connected through its gateway, also if only the slave is visible.
    await add(north.groupId, { kw: 4 }, { code: `${gateway.code}-2` });
    await add(north.groupId, {}, { type: 'MT88C' });
    expect((await nowOf(root)).power).toMatchObject({ kw: 10, counted: 3, uncounted: 0 });
    expect((await nowOf(northern)).power).toMatchObject({ kw: 4, counted: 1, uncounted: 0 });
  });

  it('has the mean power of quarter hours of the groups that the caller sees', async () => {
    const { customerId, root, northern, north, south, now, zone } = await world();
    const today = localDateOf(now, zone);
    const start = startOfLocalDate(today, zone);
    const elapsed = Math.floor((now - start) / (15 * MINUTE_MS));
    expect(elapsed).toBeGreaterThan(4);
    for (const [groupId, scale] of [
      [north.groupId, 1],
      [south.groupId, 10],
    ] as const) {
      const slots = Array.from({ length: 96 }, (_, i) => (i === 2 ? 500 : 250) * scale);
      await sql`insert into energy_group_day (customer_id, group_id, day, devices, energy_wh,
          sharp_wh, peak_wh, off_peak_wh, valley_wh, fee_sharp, fee_peak, fee_off_peak, fee_valley,
          slot_wh, slot_fee, estimated, final)
        values (${customerId}, ${groupId}, ${today}::date, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0,
          ${slots}::int8[], ${slots}::int8[], false, false)`.execute(database.db);
    }
    const peakAt = start + 30 * MINUTE_MS;
    expect((await nowOf(northern)).power.peak).toEqual({ kw: 2, at: peakAt });
    const { peak, curve } = (await nowOf(root)).power;
    expect(peak).toEqual({ kw: 22, at: peakAt });
    expect(curve.kw[(start - curve.from) / (15 * MINUTE_MS)]).toBe(11);
  });

  it('counts the same loads in SQL as the domain function', async () => {
    const { customerId, north, add, now } = await world();
    const device = await add(north.groupId, { kw: 1 });
    const of = (table: 'device' | 'device_state', values: Record<string, unknown>) =>
      database.db
        .updateTable(table)
        .set(values)
        .where('customer_id', '=', customerId)
        .where('device_id', '=', device.deviceId)
        .execute();
    for (const expectedIntervalS of [60, 300]) {
      await of('device', { expected_interval_s: expectedIntervalS });
      for (const connected of [true, false]) {
        for (const age of [0, 180_000, 180_001, 900_000, 900_001]) {
          for (const switchedAgo of [null, age, age - 1]) {
            for (const loadKw of [null, 0, 2]) {
              const at = now - age;
              const actionAt = switchedAgo === null ? null : now - switchedAgo;
              await of('device_state', {
                connected,
                heard_at: new Date(at),
                measured_at: new Date(at),
                active_power_kw: loadKw,
                switch_since: actionAt === null ? null : new Date(actionAt),
              });
              const { rows } = await sql<{ counts: boolean }>`select ${loadOfNow(now)} as counts
                from device ${PRESENCE_JOINS} where device.customer_id = ${customerId}`.execute(
                database.db,
              );
              const load = {
                presence: presence({ connected, heardAt: at, expectedIntervalS, now }),
                loadKw,
                loadAt: at,
                actionAt,
                expectedIntervalS,
              };
              expect(rows[0]?.counts, JSON.stringify(load)).toBe(isLoadOfNow(load, now));
            }
          }
        }
      }
    }
  });

  it('selects breakers of the device list by position, as many as are counted', async () => {
    const { root, northern, north, south, add } = await world();
    await add(north.groupId, { action: 'openByLeak' });
    await add(south.groupId, { action: 'lockByFault' });
    await add(south.groupId, { action: 'lockByCommand' });
    await add(south.groupId, { action: 'openByPowerlost' });
    await add(south.groupId, { action: 'closeByTimer' });
    await add(south.groupId, { action: 'closeByTimer' }, { type: 'METER' });
    const { breakers } = await nowOf(root);
    expect(breakers).toMatchObject({ closed: 1, open: 1, tripped: 2, locked: 1, unknown: 0 });
    for (const position of ['closed', 'open', 'tripped', 'locked'] as const) {
      for (const size of ['', '&pn=1&ps=1']) {
        const { body } = await root.get(`/api/v2/devices?position=${position}${size}`);
        expect(body.data.total, position).toBe(breakers[position]);
      }
    }
    const tripped = await northern.get('/api/v2/devices?position=tripped');
    expect(tripped.body.data.list.map((row: { status: string }) => row.status)).toEqual([
      'switch:openByLeak',
    ]);
    expect((await root.get('/api/v2/devices?position=on')).body.code).toBe(400);
  });
});
