/** Device lists: paging, filters, order. */
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { DeviceQuery } from '../../src/areas/fleet/devices/device-list-service.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { buildDevice, report } from '../support/factories/device.ts';
import { fixture } from '../support/fixture.ts';
import { testContext } from '../support/test-context.ts';
import { deviceLists } from './device-lists.ts';

describeWithDatabase('device lists', (database) => {
  const ctx = testContext(database);
  const { newCaller, find, names } = deviceLists(() => ctx);

  describe('pages', () => {
    const caller = fixture(newCaller);
    beforeAll(async () => {
      for (let i = 0; i < 7; i += 1) await buildDevice(ctx, caller, { name: `breaker ${i}` });
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
    ])('return page %i with %i rows per page', async (page, pageSize, expected) => {
      const list = await find(caller, { page, pageSize });
      expect(list.ok && list.value.devices.map((device) => device.name)).toEqual(expected);
      expect(list.ok && list.value.total).toBe(7);
    });

    it('return a long list in slices with the same rows as its short pages', async () => {
      const many = await newCaller();
      const device = await buildDevice(ctx, many, { name: 'device 0' });
      await sql`insert into device (customer_id, device_id, device_code, name, device_type_id, kind,
          group_id, rate_id, secret_hash, created_at)
        select customer_id, 800000000 + n, 'MANY' || lpad(n::text, 8, '0'),
          'device ' || n * 7919 % 1201, device_type_id, kind, group_id, rate_id, secret_hash, created_at
        from device, generate_series(1, 1200) n
        where device.customer_id = ${many.customerId} and device_id = ${device.deviceId}`.execute(
        ctx.database.db,
      );
      await sql`insert into device_state (customer_id, device_id, connected, heard_at, signal_csq,
          switch_action, switch_reported_at, measured_at, active_power_kw, highest_current_a)
        select customer_id, device_id, true,
          ${new Date(ctx.clock.now())}::timestamptz - device_id % 997 * interval '1.000999 s',
          device_id % 32, case when device_id % 3 = 0 then 'closeByCommand'
            when device_id % 3 = 1 then 'nonsense' end,
          ${new Date(ctx.clock.now())}::timestamptz - device_id % 7 * interval '0.123456 s',
          ${new Date(ctx.clock.now())}::timestamptz - device_id % 11 * interval '0.654321 s',
          nullif(device_id % 13, 0), device_id % 17
        from device where customer_id = ${many.customerId} and device_id % 5 > 0
        on conflict do nothing`.execute(ctx.database.db);
      for (const query of [
        {},
        { descending: true, sort: 'device_code' },
        { sort: 'csq' },
        { sort: 'load', descending: true },
        { sort: 'load_percent' },
        { keyword: '7', sort: 'device_type' },
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

    it('count only the rows that match the filter', async () => {
      const list = await find(caller, { page: 2, pageSize: 1, keyword: 'breaker 3' });
      expect(list.ok && list.value).toMatchObject({ devices: [], total: 1 });
    });

    it('are empty for a customer without devices', async () => {
      const list = await find(await newCaller(), { page: 1, pageSize: 13 });
      expect(list.ok && list.value).toMatchObject({ devices: [], total: 0 });
    });
  });

  describe('filters and order', () => {
    const caller = fixture(newCaller);
    beforeAll(async () => {
      const { customerId } = caller;
      const now = ctx.clock.now();
      const alpha = await buildDevice(ctx, caller, {
        name: 'alpha',
        code: 'ZZ00000001',
        type: 'MT61',
      });
      ctx.clock.advance(1000);
      const beta = await buildDevice(ctx, caller, {
        name: 'Beta 100%',
        code: 'AA00000001',
        type: 'HF-DTU',
      });
      ctx.clock.advance(1000);
      await buildDevice(ctx, caller, { name: 'gamma', code: 'MM00000001', type: 'MT88C' });
      await buildDevice(ctx, caller, { name: 'delta', code: 'MM00000001-4', type: 'slave' });
      await report(ctx, customerId, alpha.deviceId, { connected: true, heardAt: now, csq: 31 });
      await report(ctx, customerId, beta.deviceId, {
        connected: true,
        heardAt: now - 2_000_000,
        csq: 9,
      });
    });

    it.each([
      ['by name, ignoring letter case', {}, ['alpha', 'Beta 100%', 'delta', 'gamma']],
      ['by name, descending', { descending: true }, ['gamma', 'delta', 'Beta 100%', 'alpha']],
      ['by code', { sort: 'device_code' }, ['Beta 100%', 'gamma', 'delta', 'alpha']],
      ['by type', { sort: 'device_type' }, ['Beta 100%', 'alpha', 'gamma', 'delta']],
      ['by age', { sort: 'created' }, ['alpha', 'Beta 100%', 'gamma', 'delta']],
      ['part of a name', { keyword: 'ALPH' }, ['alpha']],
      ['part of a code', { keyword: 'mm0000' }, ['delta', 'gamma']],
      ['part of a type', { keyword: 'T88' }, ['gamma']],
      ['part of the word slave', { keyword: 'sLav' }, ['delta']],
      ['LIKE wildcards as literals', { keyword: '0%' }, ['Beta 100%']],
      ['an underscore as a literal', { keyword: '_' }, []],
      ['a keyword with a trailing NUL', { keyword: 'alp\u0000' }, ['alpha']],
      ['a type', { typeName: 'mt88c' }, ['gamma']],
      ['slaves', { typeName: 'slave' }, ['delta']],
      ['an unknown type', { typeName: 'nothing' }, []],
      ['online', { online: true }, ['alpha']],
      ['not online', { online: false }, ['Beta 100%', 'delta', 'gamma']],
      [
        'all filters combined',
        { keyword: 'a', typeName: 'MT61', online: true, sort: 'device_type' },
        ['alpha'],
      ],
    ] as const)('%s', async (_name, query, expected) => {
      expect(await names(caller, query as Partial<DeviceQuery>)).toEqual(expected);
    });

    it('list an unknown signal last in both directions', async () => {
      const up = await names(caller, { sort: 'csq' });
      const down = await names(caller, { sort: 'csq', descending: true });
      expect(up.slice(0, 2)).toEqual(['Beta 100%', 'alpha']);
      expect(down.slice(0, 2)).toEqual(['alpha', 'Beta 100%']);
    });
  });
});
