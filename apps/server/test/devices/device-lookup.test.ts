/** Finding a device: isolation of groups and customers, its names, slaves under their gateway. */
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { findDeviceDetail } from '../../src/areas/fleet/devices/device-detail-service.ts';
import { countPresence } from '../../src/areas/fleet/devices/device-list-service.ts';
import {
  findDevice,
  findDeviceOfLink,
} from '../../src/areas/fleet/devices/device-lookup-queries.ts';
import { ensureSlaves } from '../../src/areas/fleet/devices/slaves.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { buildCaller, buildCustomer, buildGroup } from '../support/factories/customer.ts';
import { buildDevice, freshCode } from '../support/factories/device.ts';
import { testContext } from '../support/test-context.ts';
import { deviceLists } from './device-lists.ts';

describeWithDatabase('device lookup', (database) => {
  const ctx = testContext(database);
  const { newCaller, names } = deviceLists(() => ctx);

  describe('isolation', () => {
    it('shows the own group and lower groups, and no parallel or higher group (T1)', async () => {
      const customer = await buildCustomer(ctx);
      const left = await buildGroup(ctx, customer, 'left');
      const below = await buildGroup(ctx, customer, 'below left', left);
      const right = await buildGroup(ctx, customer, 'right');
      const root = await buildCaller(ctx, customer, { role: 'admin' });
      const places = [
        ['at the root', customer.groupId],
        ['left', left.groupId],
        ['below left', below.groupId],
        ['right', right.groupId],
      ] as const;
      const ids = new Map<string, number>();
      for (const [name, group] of places) {
        const { deviceId } = await buildDevice(ctx, root, { name, group });
        ids.set(name, deviceId);
      }
      const leftCaller = await buildCaller(ctx, customer, { groupId: left.groupId });
      const rightCaller = await buildCaller(ctx, customer, { groupId: right.groupId });
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
      const device = await buildDevice(ctx, foreign, { name: 'foreign' });
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
      const { deviceId, code } = await buildDevice(ctx, caller);
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

    it('are read as a code, not as an id, if ten digits could be either', async () => {
      const caller = await newCaller();
      const first = await buildDevice(ctx, caller);
      await sql`update device set device_id = 1234567890
        where device_id = ${first.deviceId}`.execute(ctx.database.db);
      const second = await buildDevice(ctx, caller, { code: '1234567890' });
      const { db } = ctx.database;
      expect((await findDevice(db, caller, '1234567890'))?.deviceId).toBe(second.deviceId);
      expect((await findDevice(db, caller, 1234567890))?.deviceId).toBe(1234567890);
    });

    it.each(['', 'x', '\u0000', '-1', 'DEV\u00000000000001', '99999999999', "'; --", 1.5, -1])(
      'never include %j',
      async (name) => {
        expect(await findDevice(ctx.database.db, await newCaller(), name)).toBeUndefined();
        expect(await findDeviceOfLink(ctx.database.db, String(name))).toBeUndefined();
      },
    );
  });

  describe('slaves', () => {
    it('are created once for each address that their gateway reports', async () => {
      const caller = await newCaller();
      const gateway = await buildDevice(ctx, caller, {
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

    it('are created for gateways only', async () => {
      const caller = await newCaller();
      const main = await buildDevice(ctx, caller);
      const run = (code: string) =>
        ctx.database.transaction((trx) => ensureSlaves(ctx, trx, code, [1]));
      expect(await run(main.code)).toEqual([]);
      expect(await run('NOSUCHDEVICE01')).toEqual([]);
    });
  });
});
