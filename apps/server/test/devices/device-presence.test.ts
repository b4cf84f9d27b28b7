/** Device presence: the same result in SQL, in the domain, in counts and in lists. */
import { presence } from '@busbar/domain/device/presence';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { countPresence } from '../../src/areas/fleet/devices/device-list-service.ts';
import { PRESENCE_JOINS, presenceAt } from '../../src/areas/fleet/devices/presence-queries.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { buildDevice, report } from '../support/factories/device.ts';
import { testContext } from '../support/test-context.ts';
import { deviceLists } from './device-lists.ts';

describeWithDatabase('device lists', (database) => {
  const ctx = testContext(database);
  const { newCaller, find } = deviceLists(() => ctx);

  describe('presence', () => {
    it('is the same in SQL as in the domain function for every age, interval and kind of connection', async () => {
      const caller = await newCaller();
      const { customerId } = caller;
      const now = ctx.clock.now();
      const gateway = await buildDevice(ctx, caller, { type: 'MT88C' });
      const slave = await buildDevice(ctx, caller, { code: `${gateway.code}-1` });
      const main = await buildDevice(ctx, caller);
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
            // The slave's own connection is irrelevant, and so is the last-seen time of the
            // gateway.
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

    it('counts a late device as offline, as the list does', async () => {
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
        const { deviceId } = await buildDevice(ctx, caller);
        await report(ctx, customerId, deviceId, { connected, heardAt });
      }
      await buildDevice(ctx, caller);
      expect(await countPresence(ctx, caller)).toEqual({
        ok: true,
        value: { total: 6, online: 2, late: 1, offline: 4 },
      });
      const list = await find(caller, { page: 1, pageSize: 10, sort: 'created' });
      const offline = await find(caller, { page: 1, pageSize: 10, online: false });
      expect(offline.ok && offline.value.total).toBe(4);
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
});
