/** Lists, counts and detail of devices: paging, filters, order, presence, walls between groups. */
import { presence } from '@busbar/domain/device/presence';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '../../src/caller.ts';
import { uuidV7 } from '../../src/clock.ts';
import { findDeviceDetail } from '../../src/modules/devices/device-detail-service.ts';
import {
  countPresence,
  type DeviceQuery,
  findDevices,
} from '../../src/modules/devices/device-list-service.ts';
import { findDevice, findDeviceOfLink } from '../../src/modules/devices/device-lookup.ts';
import { PRESENCE_JOINS, presenceAt } from '../../src/modules/devices/presence-sql.ts';
import { ensureSlaves } from '../../src/modules/devices/slaves.ts';
import { jsonb } from '../../src/storage/column-types.ts';
import { makeCaller, makeCustomer, makeGroup } from '../support/accounts.ts';
import { describeOnEachDatabase } from '../support/databases.ts';
import { freshCode, makeDevice, report } from '../support/devices.ts';
import { type TestContext, testContext } from '../support/test-context.ts';

describeOnEachDatabase('device lists', (open) => {
  let ctx: TestContext;
  beforeAll(async () => {
    ctx = testContext(await open());
  });

  async function newCaller(): Promise<Caller> {
    return makeCaller(ctx, await makeCustomer(ctx), { role: 'admin' });
  }

  async function find(caller: Caller, query: DeviceQuery) {
    const list = await findDevices(ctx, caller, query, (devices) => devices);
    if (!list.ok) return list;
    return { ...list, value: { ...list.value, devices: list.value.slices.flat() } };
  }

  async function names(caller: Caller, query: Partial<DeviceQuery> = {}) {
    const list = await find(caller, { page: 1, pageSize: 100, ...query });
    if (!list.ok) return list.refusal;
    return list.value.devices.map((device) => device.name);
  }

  describe('pages', () => {
    let caller: Caller;
    beforeAll(async () => {
      caller = await newCaller();
      for (let i = 0; i < 7; i += 1) await makeDevice(ctx, caller, { name: `breaker ${i}` });
    });

    it.each([
      [1, 3, ['breaker 0', 'breaker 1', 'breaker 2']],
      [3, 3, ['breaker 6']],
      [4, 3, []],
      [
        1,
        7,
        ['breaker 0', 'breaker 1', 'breaker 2', 'breaker 3', 'breaker 4', 'breaker 5', 'breaker 6'],
      ],
    ])('page %i of %i rows', async (page, pageSize, expected) => {
      const list = await find(caller, { page, pageSize });
      expect(list.ok && list.value.devices.map((device) => device.name)).toEqual(expected);
      expect(list.ok && list.value.total).toBe(7);
    });

    it('a long one, by slices, is the short ones one after the other', async () => {
      const many = await newCaller();
      const device = await makeDevice(ctx, many, { name: 'device 0' });
      await sql`insert into device (customer_id, device_id, device_code, name, device_type_id, kind,
          group_id, rate_id, secret_hash, created_at)
        select customer_id, 800000000 + n, 'MANY' || lpad(n::text, 8, '0'),
          'device ' || n * 7919 % 1201, device_type_id, kind, group_id, rate_id, secret_hash, created_at
        from device, generate_series(1, 1200) n
        where device.customer_id = ${many.customerId} and device_id = ${device.deviceId}`.execute(
        ctx.database.db,
      );
      await sql`insert into device_state (customer_id, device_id, connected, heard_at, signal_csq,
          switch_action, switch_reported_at)
        select customer_id, device_id, true,
          ${new Date(ctx.clock.now())}::timestamptz - device_id % 997 * interval '1.000999 s',
          device_id % 32, case device_id % 3 when 0 then 'closeByCommand' when 1 then 'nonsense' end,
          ${new Date(ctx.clock.now())}::timestamptz - device_id % 7 * interval '0.123456 s'
        from device where customer_id = ${many.customerId} and device_id % 5 > 0
        on conflict do nothing`.execute(ctx.database.db);
      for (const query of [
        {},
        { descending: true, sort: 'code' },
        { sort: 'csq' },
        { keyword: '7', sort: 'type' },
        { online: false },
        { online: true },
      ] as const) {
        const short = [];
        for (let page = 1; page <= 5; page++) {
          const list = await find(many, { ...query, page, pageSize: 250 });
          short.push(...(list.ok ? list.value.devices : []));
        }
        const long = await find(many, { ...query, page: 1, pageSize: 100_000 });
        expect(long.ok && long.value.devices).toEqual(short);
        expect(long.ok && long.value.total).toBe(short.length);
        const second = await find(many, { ...query, page: 2, pageSize: 700 });
        expect(second.ok && second.value.devices).toEqual(short.slice(700));
      }
    });

    it('counts only what the filter leaves', async () => {
      const list = await find(caller, { page: 2, pageSize: 1, keyword: 'breaker 3' });
      expect(list.ok && list.value).toMatchObject({ devices: [], total: 1 });
    });

    it('is empty for a customer without devices', async () => {
      const list = await find(await newCaller(), { page: 1, pageSize: 13 });
      expect(list.ok && list.value).toMatchObject({ devices: [], total: 0 });
    });
  });

  describe('filters and order', () => {
    let caller: Caller;
    beforeAll(async () => {
      caller = await newCaller();
      const { customerId } = caller;
      const now = ctx.clock.now();
      const alpha = await makeDevice(ctx, caller, {
        name: 'alpha',
        code: 'ZZ00000001',
        type: 'MT61',
      });
      ctx.clock.advance(1000);
      const beta = await makeDevice(ctx, caller, {
        name: 'Beta 100%',
        code: 'AA00000001',
        type: 'HF-DTU',
      });
      ctx.clock.advance(1000);
      await makeDevice(ctx, caller, { name: 'gamma', code: 'MM00000001', type: 'MT88C' });
      await makeDevice(ctx, caller, { name: 'delta', code: 'MM00000001-4', type: 'slave' });
      await report(ctx, customerId, alpha.deviceId, { connected: true, heardAt: now, csq: 31 });
      await report(ctx, customerId, beta.deviceId, {
        connected: true,
        heardAt: now - 2_000_000,
        csq: 9,
      });
    });

    it.each([
      ['by name, letter case apart', {}, ['alpha', 'Beta 100%', 'delta', 'gamma']],
      ['by name downwards', { descending: true }, ['gamma', 'delta', 'Beta 100%', 'alpha']],
      ['by code', { sort: 'code' }, ['Beta 100%', 'gamma', 'delta', 'alpha']],
      ['by type', { sort: 'type' }, ['Beta 100%', 'alpha', 'gamma', 'delta']],
      ['by age', { sort: 'created' }, ['alpha', 'Beta 100%', 'gamma', 'delta']],
      ['part of a name', { keyword: 'ALPH' }, ['alpha']],
      ['part of a code', { keyword: 'mm0000' }, ['delta', 'gamma']],
      ['part of a type', { keyword: 'T88' }, ['gamma']],
      ['part of the word slave', { keyword: 'sLav' }, ['delta']],
      ['signs of LIKE as themselves', { keyword: '0%' }, ['Beta 100%']],
      ['an underscore as itself', { keyword: '_' }, []],
      ['a keyword with NUL behind', { keyword: 'alp\u0000' }, ['alpha']],
      ['a type', { typeName: 'mt88c' }, ['gamma']],
      ['slaves', { typeName: 'slave' }, ['delta']],
      ['an unknown type', { typeName: 'nothing' }, []],
      ['online', { online: true }, ['alpha']],
      ['not online', { online: false }, ['Beta 100%', 'delta', 'gamma']],
      ['all at once', { keyword: 'a', typeName: 'MT61', online: true, sort: 'type' }, ['alpha']],
    ] as const)('%s', async (_name, query, expected) => {
      expect(await names(caller, query as Partial<DeviceQuery>)).toEqual(expected);
    });

    it('puts the unknown signal last in both directions', async () => {
      const up = await names(caller, { sort: 'csq' });
      const down = await names(caller, { sort: 'csq', descending: true });
      expect(up.slice(0, 2)).toEqual(['Beta 100%', 'alpha']);
      expect(down.slice(0, 2)).toEqual(['alpha', 'Beta 100%']);
    });
  });

  describe('walls', () => {
    it('shows the own group and what is below, nothing beside or above (T1)', async () => {
      const customer = await makeCustomer(ctx);
      const left = await makeGroup(ctx, customer, 'left');
      const below = await makeGroup(ctx, customer, 'below left', left);
      const right = await makeGroup(ctx, customer, 'right');
      const root = await makeCaller(ctx, customer, { role: 'admin' });
      const places = [
        ['at the root', customer.groupId],
        ['left', left.groupId],
        ['below left', below.groupId],
        ['right', right.groupId],
      ] as const;
      const ids = new Map<string, number>();
      for (const [name, group] of places) {
        const { deviceId } = await makeDevice(ctx, root, { name, group });
        ids.set(name, deviceId);
      }
      const leftCaller = await makeCaller(ctx, customer, { groupId: left.groupId });
      const rightCaller = await makeCaller(ctx, customer, { groupId: right.groupId });
      expect(await names(root)).toEqual(['at the root', 'below left', 'left', 'right']);
      expect(await names(leftCaller)).toEqual(['below left', 'left']);
      expect(await names(rightCaller)).toEqual(['right']);
      expect(await names(root, { groupId: left.groupId })).toEqual(['below left', 'left']);
      expect(await names(leftCaller, { groupId: String(below.groupId) })).toEqual(['below left']);
      for (const groupId of [right.groupId, customer.groupId, 1, 'x', '']) {
        expect(await names(leftCaller, { groupId })).toBe('group-unknown');
      }
      const count = await countPresence(ctx, leftCaller);
      expect(count.ok && count.value.total).toBe(2);
      expect(await countPresence(ctx, leftCaller, right.groupId)).toMatchObject({
        refusal: 'group-unknown',
      });
      const { db } = ctx.database;
      for (const [name, group] of places) {
        const seen = await findDevice(db, leftCaller, ids.get(name) ?? 0);
        expect(seen !== undefined).toBe(group === left.groupId || group === below.groupId);
      }
    });

    it('shows nothing of another customer, by id, by code or by group', async () => {
      const own = await newCaller();
      const foreign = await newCaller();
      const device = await makeDevice(ctx, foreign, { name: 'foreign' });
      const { db } = ctx.database;
      expect(await names(own)).toEqual([]);
      expect(await names(own, { groupId: foreign.groupId })).toBe('group-unknown');
      for (const name of [device.deviceId, String(device.deviceId), device.code]) {
        expect(await findDevice(db, own, name)).toBeUndefined();
        expect(await findDeviceDetail(ctx, own, name)).toEqual({ ok: false, refusal: 'not-found' });
        expect((await findDevice(db, foreign, name))?.deviceId).toBe(device.deviceId);
      }
    });
  });

  describe('names of a device', () => {
    it('are its id as number or text, and its code', async () => {
      const caller = await newCaller();
      const { deviceId, code } = await makeDevice(ctx, caller);
      for (const name of [deviceId, String(deviceId), code]) {
        const found = await findDevice(ctx.database.db, caller, name);
        expect(found).toMatchObject({
          deviceId,
          deviceCode: code,
          kind: 'main',
          gatewayCode: null,
        });
        expect(found?.groupPath).toEqual([caller.groupId]);
      }
    });

    it('prefer the code where ten digits could be both', async () => {
      const caller = await newCaller();
      const first = await makeDevice(ctx, caller);
      await sql`update device set device_id = 1234567890
        where device_id = ${first.deviceId}`.execute(ctx.database.db);
      const second = await makeDevice(ctx, caller, { code: '1234567890' });
      const { db } = ctx.database;
      expect((await findDevice(db, caller, '1234567890'))?.deviceId).toBe(second.deviceId);
      expect((await findDevice(db, caller, 1234567890))?.deviceId).toBe(1234567890);
    });

    it.each(['', 'x', '\u0000', '-1', 'DEV\u00000000000001', '99999999999', "'; --", 1.5, -1])(
      'are never %j',
      async (name) => {
        expect(await findDevice(ctx.database.db, await newCaller(), name)).toBeUndefined();
        expect(await findDeviceOfLink(ctx.database.db, String(name))).toBeUndefined();
      },
    );
  });

  describe('presence', () => {
    it('in SQL is what the domain says, for every age, interval and kind of connection', async () => {
      const caller = await newCaller();
      const { customerId } = caller;
      const now = ctx.clock.now();
      const gateway = await makeDevice(ctx, caller, { type: 'MT88C' });
      const slave = await makeDevice(ctx, caller, { code: `${gateway.code}-1` });
      const main = await makeDevice(ctx, caller);
      const ages = [
        null,
        -5000,
        0,
        89_999,
        90_000,
        90_001,
        179_999,
        180_000,
        180_001,
        599_999,
        600_000,
        600_001,
        899_999,
        900_000,
        900_001,
        86_400_000,
      ];
      for (const age of ages) {
        for (const interval of [1, 30, 60, 300]) {
          for (const connected of [true, false]) {
            const heardAt = age === null ? null : now - age;
            await ctx.database.db
              .updateTable('device')
              .set({ expected_interval_s: interval })
              .where('customer_id', '=', customerId)
              .execute();
            // The slave's own connection means nothing, the gateway's own age neither.
            await report(ctx, customerId, slave.deviceId, { connected: !connected, heardAt });
            await report(ctx, customerId, gateway.deviceId, { connected, heardAt: null });
            await report(ctx, customerId, main.deviceId, { connected, heardAt });
            const { rows } = await sql<{ id: number; presence: string }>`
              select device.device_id as id, ${presenceAt(now)} as presence
              from device ${PRESENCE_JOINS}
              where device.customer_id = ${customerId}`.execute(ctx.database.db);
            const of = (id: number) => rows.find((row) => row.id === id)?.presence;
            const question = { connected, expectedIntervalS: interval, now };
            const heard = presence({ ...question, heardAt: heardAt ?? undefined });
            const label = `${age} ${interval} ${connected}`;
            expect(of(main.deviceId), label).toBe(heard);
            expect(of(slave.deviceId), label).toBe(heard);
            expect(of(gateway.deviceId), label).toBe(presence({ ...question, heardAt: undefined }));
          }
        }
      }
    });

    it('is counted, and the list tells the same', async () => {
      const caller = await newCaller();
      const { customerId } = caller;
      const now = ctx.clock.now();
      const states = [
        [true, now],
        [true, now - 80_000],
        [true, now - 200_000],
        [false, now],
        [true, now - 700_000],
      ] as const;
      for (const [connected, heardAt] of states) {
        const { deviceId } = await makeDevice(ctx, caller);
        await report(ctx, customerId, deviceId, { connected, heardAt });
      }
      await makeDevice(ctx, caller);
      expect(await countPresence(ctx, caller)).toEqual({
        ok: true,
        value: { total: 6, online: 2, late: 1, offline: 3 },
      });
      const list = await find(caller, { page: 1, pageSize: 10, sort: 'created' });
      const told = list.ok ? list.value.devices.map((device) => device.presence) : [];
      expect(told.toSorted()).toEqual([
        'late',
        'offline',
        'offline',
        'offline',
        'online',
        'online',
      ]);
    });
  });

  describe('detail', () => {
    it('of a device that never spoke is there, with nothing known', async () => {
      const caller = await newCaller();
      const { deviceId, code } = await makeDevice(ctx, caller, {
        type: 'HF-DTU',
        address: 'Gate 3',
      });
      const detail = await findDeviceDetail(ctx, caller, deviceId);
      expect(detail.ok && detail.value).toMatchObject({
        device: {
          deviceCode: code,
          kind: 'dtu',
          typeName: 'HF-DTU',
          band: '4G',
          address: 'Gate 3',
          presence: 'offline',
          action: undefined,
          longitude: null,
          bdLongitude: null,
        },
        measurement: undefined,
        registers: undefined,
        lock: undefined,
        lastOrder: undefined,
        allowed: { open: true, close: false, lock: false, unlock: false },
      });
    });

    it.each([
      ['closeByCommand', 'operator', { open: true, close: false, lock: true, unlock: false }],
      ['openByCommand', 'admin', { open: false, close: true, lock: true, unlock: false }],
      ['openByManual', 'operator', { open: false, close: false, lock: true, unlock: false }],
      ['lockByCommand', 'operator', { open: false, close: false, lock: false, unlock: true }],
      ['lockByOrg', 'operator', { open: false, close: false, lock: false, unlock: false }],
      ['closeByCommand', 'viewer', { open: false, close: false, lock: false, unlock: false }],
    ] as const)('allows at %s to a %s: %j', async (action, role, allowed) => {
      const customer = await makeCustomer(ctx);
      const caller = await makeCaller(ctx, customer, { role });
      const { deviceId } = await makeDevice(ctx, caller);
      await report(ctx, customer.customerId, deviceId, { action });
      const detail = await findDeviceDetail(ctx, caller, deviceId);
      expect(detail.ok && detail.value.allowed).toEqual(allowed);
    });

    it('tells who locked it, why and until when, while it is locked', async () => {
      const caller = await newCaller();
      const { customerId } = caller;
      const { deviceId, code } = await makeDevice(ctx, caller);
      const now = ctx.clock.now();
      const commandId = uuidV7(ctx.clock, ctx.random);
      await ctx.database.db
        .insertInto('command')
        .values({
          customer_id: customerId,
          command_id: commandId,
          device_id: deviceId,
          link_device_code: code,
          kind: 'switch',
          switch_order: 'lock',
          args: jsonb({ to: 'lock', reason: 'work on the line', until: now + 3_600_000 }),
          state: 'confirmed',
          issued_by: caller.userId,
          source: 'v2.device.control',
          created_at: new Date(now),
          expires_at: new Date(now + 120_000),
          confirmed_at: new Date(now + 900),
          ended_at: new Date(now + 900),
        })
        .execute();
      const steps = [
        ['queued', 0],
        ['sent', 100],
        ['acknowledged', 300],
        ['confirmed', 900],
      ] as const;
      for (const [step, [state, ms]] of steps.entries()) {
        await ctx.database.db
          .insertInto('command_transition')
          .values({
            customer_id: customerId,
            command_id: commandId,
            step,
            state,
            at: new Date(now + ms),
          })
          .execute();
      }
      await report(ctx, customerId, deviceId, { action: 'lockByCommand' });
      const locked = await findDeviceDetail(ctx, caller, code);
      expect(locked.ok && locked.value.lock).toEqual({
        userId: caller.userId,
        userName: caller.userName,
        reason: 'work on the line',
        until: now + 3_600_000,
        at: now + 900,
      });
      expect(locked.ok && locked.value.lastOrder).toEqual({
        commandId,
        order: 'lock',
        state: 'confirmed',
        reason: null,
        times: { queued: now, sent: now + 100, acknowledged: now + 300, confirmed: now + 900 },
      });
      await report(ctx, customerId, deviceId, { action: 'openByCommand' });
      const unlocked = await findDeviceDetail(ctx, caller, code);
      expect(unlocked.ok && unlocked.value.lock).toBeUndefined();
    });

    it('gives the newest reading by measured time', async () => {
      const caller = await newCaller();
      const { customerId } = caller;
      const { deviceId } = await makeDevice(ctx, caller);
      const now = ctx.clock.now();
      for (const [age, activePower] of [
        [60_000, 4.2],
        [0, 7.5],
        [120_000, 1.1],
      ] as const) {
        await ctx.database.db
          .insertInto('measurement')
          .values({
            customer_id: customerId,
            device_id: deviceId,
            ts: new Date(now - age),
            content_hash: age,
            active_power_kw: activePower,
            voltage_a_v: 230.1,
          } as never)
          .execute();
      }
      const detail = await findDeviceDetail(ctx, caller, deviceId);
      expect(detail.ok && detail.value.measurement).toEqual({
        ts: now,
        measurement: { activePower: 7.5, voltageA: 230.1 },
      });
    });
  });

  describe('slaves', () => {
    it('follow from what their gateway names, once each', async () => {
      const caller = await newCaller();
      const gateway = await makeDevice(ctx, caller, {
        name: 'Board',
        type: 'MT88C',
        code: freshCode('GW'),
      });
      const run = (addresses: readonly number[]) =>
        ctx.database.transaction((trx) => ensureSlaves(ctx, trx, gateway.code, addresses));
      const first = await run([1, 2, 2, 5, 0, 21, 1.5]);
      expect(first.map((slave) => slave.address)).toEqual([1, 2, 5]);
      expect((await run([1, 2, 5, 6])).map((slave) => slave.deviceCode)).toEqual([
        `${gateway.code}-6`,
      ]);
      expect(await names(caller, { typeName: 'slave' })).toEqual([
        'Board 1',
        'Board 2',
        'Board 5',
        'Board 6',
      ]);
      const slave = await findDevice(ctx.database.db, caller, `${gateway.code}-5`);
      expect(slave).toMatchObject({
        kind: 'slave',
        gatewayId: gateway.deviceId,
        gatewayCode: gateway.code,
        slaveAddress: 5,
        groupId: caller.groupId,
      });
    });

    it('come from gateways only', async () => {
      const caller = await newCaller();
      const main = await makeDevice(ctx, caller);
      const run = (code: string) =>
        ctx.database.transaction((trx) => ensureSlaves(ctx, trx, code, [1]));
      expect(await run(main.code)).toEqual([]);
      expect(await run('NOSUCHDEVICE01')).toEqual([]);
    });
  });
});
