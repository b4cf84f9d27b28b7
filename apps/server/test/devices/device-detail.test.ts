/**
 * The detail of a device: its known data, the commands each user may send, its lock and its newest
 * reading.
 */
import { describe, expect, it } from 'vitest';
import {
  findDeviceDetail,
  findSlaveDetails,
} from '../../src/areas/fleet/devices/device-detail-service.ts';
import { uuidV7 } from '../../src/clock.ts';
import { jsonb } from '../../src/storage/column-types.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { buildCaller, buildCustomer, buildGroup } from '../support/factories/customer.ts';
import { buildDevice, report } from '../support/factories/device.ts';
import { testContext } from '../support/test-context.ts';
import { deviceLists } from './device-lists.ts';

describeWithDatabase('devices', (database) => {
  const ctx = testContext(database);
  const { newCaller } = deviceLists(() => ctx);

  describe('the detail', () => {
    it('is returned without known data for a device that was never online', async () => {
      const caller = await newCaller();
      const { deviceId, code } = await buildDevice(ctx, caller, {
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
        lastCommand: undefined,
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
    ] as const)('in state %s allows a %s: %j', async (action, role, allowed) => {
      const customer = await buildCustomer(ctx);
      const caller = await buildCaller(ctx, customer, { role });
      const { deviceId } = await buildDevice(ctx, caller);
      await report(ctx, customer.customerId, deviceId, { action });
      const detail = await findDeviceDetail(ctx, caller, deviceId);
      expect(detail.ok && detail.value.allowed).toEqual(allowed);
    });

    it('shows who locked it, why and until when, while it is locked', async () => {
      const caller = await newCaller();
      const { customerId } = caller;
      const { deviceId, code } = await buildDevice(ctx, caller);
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
      expect(locked.ok && locked.value.lastCommand).toEqual({
        commandId,
        switchCommand: 'lock',
        state: 'confirmed',
        reason: null,
        times: { queued: now, sent: now + 100, acknowledged: now + 300, confirmed: now + 900 },
      });
      await report(ctx, customerId, deviceId, { action: 'openByCommand' });
      const unlocked = await findDeviceDetail(ctx, caller, code);
      expect(unlocked.ok && unlocked.value.lock).toBeUndefined();
    });

    it('lists the slaves of a gateway in the scope of the caller by their addresses', async () => {
      const customer = await buildCustomer(ctx);
      const admin = await buildCaller(ctx, customer, { role: 'admin' });
      const { groupId } = await buildGroup(ctx, customer, 'Branch');
      const viewer = await buildCaller(ctx, customer, { role: 'viewer', groupId });
      const gateway = await buildDevice(ctx, admin, { type: 'MT88C', group: groupId });
      const other = await buildDevice(ctx, admin, { type: 'MT88C' });
      const slave = (of: string, address: number, group: number) =>
        buildDevice(ctx, admin, { code: `${of}-${address}`, type: 'slave', group });
      await slave(gateway.code, 11, groupId);
      const second = await slave(gateway.code, 2, groupId);
      await slave(gateway.code, 5, customer.groupId);
      await slave(other.code, 1, groupId);
      await report(ctx, customer.customerId, second.deviceId, { action: 'closeByCommand' });
      const seenBy = async (caller: typeof admin) =>
        (await findSlaveDetails(ctx, caller, gateway.deviceId)).map(({ device, allowed }) => [
          device.slaveAddress,
          device.action,
          allowed.open,
        ]);
      expect(await seenBy(admin)).toEqual([
        [2, 'closeByCommand', true],
        [5, undefined, true],
        [11, undefined, true],
      ]);
      expect(await seenBy(viewer)).toEqual([
        [2, 'closeByCommand', false],
        [11, undefined, false],
      ]);
    });

    it('of a slave in the list is the same as its own', async () => {
      const caller = await newCaller();
      const { customerId } = caller;
      const gateway = await buildDevice(ctx, caller, { type: 'MT88C' });
      const slaves: Awaited<ReturnType<typeof buildDevice>>[] = [];
      for (const address of [1, 2, 3]) {
        slaves.push(
          await buildDevice(ctx, caller, { code: `${gateway.code}-${address}`, type: 'slave' }),
        );
      }
      const key = (slave: (typeof slaves)[number]) => ({
        customer_id: customerId,
        device_id: slave.deviceId,
        ts: new Date(ctx.clock.now()),
        content_hash: 1,
      });
      const { db } = ctx.database;
      await db
        .insertInto('measurement')
        .values({ ...key(slaves[0]!), active_power_kw: 1.5 } as never)
        .execute();
      await db
        .insertInto('energy_register')
        .values({ ...key(slaves[1]!), active_total_kwh: '12.34' } as never)
        .execute();
      const listed = await findSlaveDetails(ctx, caller, gateway.deviceId);
      expect(listed.map(({ measurement }) => measurement?.measurement.activePower)).toEqual([
        1.5,
        undefined,
        undefined,
      ]);
      expect(listed.map(({ registers }) => registers?.registers.activeTotal)).toEqual([
        undefined,
        12.34,
        undefined,
      ]);
      for (const [at, { deviceId }] of slaves.entries()) {
        const own = await findDeviceDetail(ctx, caller, deviceId);
        expect(own.ok && own.value).toEqual(listed[at]);
      }
    });

    it('contains the newest reading by measurement time', async () => {
      const caller = await newCaller();
      const { customerId } = caller;
      const { deviceId } = await buildDevice(ctx, caller);
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
});
